import type { MatrixCell, MatrixData, RankPair } from './matrix-model.ts';

/** Positions of senders and receivers, first and one past the last. */
type CellRanks = Pick<MatrixCell, 'senders' | 'receivers'>;

/** Senders and receivers of a cell, in their own order. */
export function ranksOfCell({ rankAt }: MatrixData, { senders, receivers }: CellRanks): number[] {
  const ranks = new Set([...rankAt.subarray(...senders), ...rankAt.subarray(...receivers)]);
  return [...ranks].sort((a, b) => a - b);
}

export function holdsPair(
  { rankAt }: MatrixData,
  { senders, receivers }: CellRanks,
  { src, dst }: RankPair,
): boolean {
  return rankAt.subarray(...senders).includes(src) && rankAt.subarray(...receivers).includes(dst);
}
