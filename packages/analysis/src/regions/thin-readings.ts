interface Readings {
  readonly rows: number;
  readonly columns: {
    readonly rank: Int32Array;
    readonly stream: Int32Array;
    readonly time: Float64Array;
    readonly value: Float64Array;
  };
}

/** Readings in the window with one on either side; of several in a bin of time the first, lowest, highest and last stay. */
export function thinReadings(
  readings: Readings | undefined,
  [from, to]: readonly [number, number],
  bin: number,
): Readings {
  const kept = readings ? keptRows(readings, from, to, bin) : [];
  const pick = (name: 'rank' | 'stream') => Int32Array.from(kept, (row) => readings?.columns[name][row] ?? 0);
  const pickTime = (name: 'time' | 'value') =>
    Float64Array.from(kept, (row) => readings?.columns[name][row] ?? 0);
  return {
    rows: kept.length,
    columns: { rank: pick('rank'), stream: pick('stream'), time: pickTime('time'), value: pickTime('value') },
  };
}

function keptRows({ rows, columns }: Readings, from: number, to: number, bin: number): number[] {
  const { rank, stream, time, value } = columns;
  const kept: number[] = [];
  const isSame = (a: number, b: number): boolean => rank[a] === rank[b] && stream[a] === stream[b];
  for (let first = 0; first < rows; ) {
    let next = first + 1;
    while (
      next < rows &&
      isSame(next, first) &&
      Math.floor(time[next] / bin) === Math.floor(time[first] / bin)
    )
      next++;
    const before = next < rows && isSame(next, first) ? time[next] < from : time[next - 1] < from;
    const after = first > 0 && isSame(first - 1, first) && time[first - 1] >= to;
    if (!before && !after && time[first] >= 0) kept.push(...extremes(value, first, next));
    first = next;
  }
  return kept;
}

/** First, lowest, highest and last row, in order. */
function extremes(value: Float64Array, from: number, to: number): number[] {
  let [low, high] = [from, from];
  for (let row = from; row < to; row++) {
    if (value[row] < value[low]) low = row;
    if (value[row] > value[high]) high = row;
  }
  return [...new Set([from, low, high, to - 1])].sort((a, b) => a - b);
}
