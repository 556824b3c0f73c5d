/**
 * Heights of the curve from the matrix of differences. Each step goes up or down by the difference to
 * the phase before; the sign is the one under which the distances in height to all earlier phases fit
 * their differences best (least squares; up where both fit alike). A repeated pattern therefore comes
 * back to its height.
 */
export function signedHeights(differences: Float64Array, phases: number): Float64Array {
  const heights = new Float64Array(phases);
  for (let i = 1; i < phases; i++) {
    const row = differences.subarray(i * phases, i * phases + i);
    const step = row[i - 1];
    const up = heights[i - 1] + step;
    const down = heights[i - 1] - step;
    heights[i] = misfit(row, heights, up) <= misfit(row, heights, down) ? up : down;
  }
  return heights;
}

function misfit(differences: Float64Array, heights: Float64Array, height: number): number {
  let sum = 0;
  for (let j = 0; j < differences.length; j++) {
    sum += (Math.abs(height - heights[j]) - differences[j]) ** 2;
  }
  return sum;
}

/** Heights that only ever climb: the running sum of the differences. */
export function cumulativeHeights(differences: Float64Array, phases: number): Float64Array {
  const heights = new Float64Array(phases);
  for (let i = 1; i < phases; i++) heights[i] = heights[i - 1] + differences[i * phases + i - 1];
  return heights;
}
