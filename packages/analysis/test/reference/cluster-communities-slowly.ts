/**
 * The rule as written: all pairs of communities, largest gain first, lowest indices among equals. Pairs of
 * ranks with the same label in `first` come before all others.
 */
export function clusterCommunitiesSlowly(
  weights: readonly (readonly number[])[],
  first: ArrayLike<number> = weights.map(() => 0),
): {
  pairs: [number, number][];
  gains: number[];
} {
  const w = weights.map((row) => [...row]);
  const degrees = w.map((row, i) => row.reduce((sum, x) => sum + x, 0) + row[i]);
  const total = degrees.reduce((sum, d) => sum + d, 0);
  const scale = total > 0 ? 1 / total : 0;
  const alive = new Set(w.keys());
  const pairs: [number, number][] = [];
  const gains: number[] = [];
  while (alive.size > 1) {
    let best: [number, number] = [-1, -1];
    let bestGain = Number.NEGATIVE_INFINITY;
    const some = [...alive].some((i) => [...alive].some((j) => j > i && first[i] === first[j]));
    for (const i of alive) {
      for (const j of alive) {
        if (j <= i || (some && first[i] !== first[j])) continue;
        const gain = w[i][j] * scale - degrees[i] * scale * (degrees[j] * scale);
        if (gain > bestGain) [bestGain, best] = [gain, [i, j]];
      }
    }
    const [i, j] = best;
    for (const k of alive) {
      if (k === i || k === j) continue;
      w[i][k] += w[j][k];
      w[k][i] = w[i][k];
    }
    degrees[i] += degrees[j];
    alive.delete(j);
    pairs.push(best);
    gains.push(2 * bestGain);
  }
  return { pairs, gains };
}

/** Newman's definition over all pairs of vertices; a loop is twice on the diagonal. */
export function modularitySlowly(
  weights: readonly (readonly number[])[],
  communities: readonly number[],
): number {
  const adjacency = weights.map((row, i) => row.map((x, j) => (i === j ? 2 * x : x)));
  const degrees = adjacency.map((row) => row.reduce((sum, x) => sum + x, 0));
  const total = degrees.reduce((sum, d) => sum + d, 0);
  let sum = 0;
  for (let i = 0; i < weights.length; i++) {
    for (let j = 0; j < weights.length; j++) {
      if (communities[i] === communities[j]) sum += adjacency[i][j] - (degrees[i] * degrees[j]) / total;
    }
  }
  return total > 0 ? sum / total : 0;
}
