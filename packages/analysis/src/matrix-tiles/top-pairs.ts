import type { PairSums } from './pair-sums.ts';

/** The largest pairs first, those of equal size by sender and receiver; of `ranks` alone where it names any. */
export function topPairs(pairs: PairSums, count: number, by: 'amount' | 'count', ranks: ReadonlySet<number>) {
  const rows: number[] = [];
  if (count > 0) {
    for (let row = 0; row < pairs.src.length; row++) {
      if (pairs[by][row] <= 0) continue;
      if (ranks.size === 0 || ranks.has(pairs.src[row]) || ranks.has(pairs.dst[row])) rows.push(row);
    }
  }
  rows.sort((a, b) => pairs[by][b] - pairs[by][a] || a - b);
  const kept = Int32Array.from(rows.slice(0, count));
  const numbers = (column: Float64Array) => Float64Array.from(kept, (row) => column[row]);
  return {
    rows: kept.length,
    columns: {
      src: kept.map((row) => pairs.src[row]),
      dst: kept.map((row) => pairs.dst[row]),
      amount: numbers(pairs.amount),
      count: numbers(pairs.count),
    },
  };
}
