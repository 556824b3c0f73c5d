import { axisCells, type MatrixAxis, type MatrixTile } from './matrix-axis.ts';
import type { PairSums } from './pair-sums.ts';

/** Sums of blocks of positions: `positionOf` says where each rank stands in the chosen order. */
export function sumPairTiles(
  pairs: PairSums,
  positionOf: Int32Array,
  senders: MatrixAxis,
  receivers: MatrixAxis,
): MatrixTile {
  const rows = axisCells(senders);
  const columns = axisCells(receivers);
  const amount = new Float64Array(rows * columns);
  const count = new Float64Array(rows * columns);
  for (let pair = 0; pair < pairs.src.length; pair++) {
    const from = positionOf[pairs.src[pair]];
    const to = positionOf[pairs.dst[pair]];
    if (from < senders.from || from >= senders.to || to < receivers.from || to >= receivers.to) continue;
    const cell =
      Math.floor((from - senders.from) / senders.block) * columns +
      Math.floor((to - receivers.from) / receivers.block);
    amount[cell] += pairs.amount[pair];
    count[cell] += pairs.count[pair];
  }
  return { rows, columns, amount, count };
}

/** Sums of each rank over all partners: as the first rank of pairs, and as the second. */
export interface RankTotals {
  readonly amountOut: Float64Array;
  readonly amountIn: Float64Array;
  readonly countOut: Float64Array;
  readonly countIn: Float64Array;
}

export function sumPerRank(pairs: PairSums, ranks: number): RankTotals {
  const totals: RankTotals = {
    amountOut: new Float64Array(ranks),
    amountIn: new Float64Array(ranks),
    countOut: new Float64Array(ranks),
    countIn: new Float64Array(ranks),
  };
  for (let pair = 0; pair < pairs.src.length; pair++) {
    totals.amountOut[pairs.src[pair]] += pairs.amount[pair];
    totals.amountIn[pairs.dst[pair]] += pairs.amount[pair];
    totals.countOut[pairs.src[pair]] += pairs.count[pair];
    totals.countIn[pairs.dst[pair]] += pairs.count[pair];
  }
  return totals;
}
