import type { InputsOf } from '../analysis.ts';
import { clampAxis } from './matrix-axis.ts';
import { axesFrame, groupsFrame, measureFrame, ranksFrame } from './matrix-frames.ts';
import type { MatrixParams } from './matrix-params.ts';
import { type matrixSumQueries, matrixWindow, type PairFrame } from './matrix-sums.ts';
import type { OrderedRanks } from './rank-order.ts';
import type { RankTotals } from './sum-pair-tiles.ts';

type SumInputs = InputsOf<ReturnType<typeof matrixSumQueries>>;
type Totals = NonNullable<SumInputs['sent' | 'received']>;

const NO_HOSTS: ReadonlyMap<number, string> = new Map();
const NO_PAIRS = {
  rows: 0,
  src: new Int32Array(0),
  dst: new Int32Array(0),
  amount: new Float64Array(0),
  count: new Float64Array(0),
};

/** The matrix in the order of ranks, from what the store has added up. */
export function summedTiles(inputs: SumInputs, choice: MatrixParams) {
  const window = matrixWindow(choice, inputs);
  const ranks = window?.ranks ?? 0;
  const none = clampAxis(null, 0, choice.cells);
  const ordered = inOrder(ranks);
  const { rows, src: row, dst: column, amount, count } = pairsWith(inputs.tiles, 'count');
  const { rows: largest, ...top } = pairsWith(inputs.largest, choice.topBy === 'amount' ? 'bytes' : 'count');
  return {
    cells: { rows, columns: { row, column, amount, count } },
    axes: axesFrame([window?.senders ?? none, window?.receivers ?? none]),
    ranks: ranksFrame(totalsOf(inputs, ranks), choice.totals ? ordered : inOrder(0)),
    groups: groupsFrame('rank', ordered, NO_HOSTS),
    summary: measureFrame('traffic'),
    top: { rows: largest, columns: top },
  };
}

function inOrder(ranks: number): OrderedRanks {
  const rankAt = Int32Array.from({ length: ranks }, (_, rank) => rank);
  return { rankAt, positionOf: rankAt, group: new Int32Array(ranks) };
}

function totalsOf({ sent, received }: SumInputs, ranks: number): RankTotals {
  return {
    amountOut: byRank(sent, sent?.columns.src, 'bytes', ranks),
    amountIn: byRank(received, received?.columns.dst, 'bytes', ranks),
    countOut: byRank(sent, sent?.columns.src, 'count', ranks),
    countIn: byRank(received, received?.columns.dst, 'count', ranks),
  };
}

function byRank(
  totals: Totals | undefined,
  rank: Int32Array | undefined,
  name: 'bytes' | 'count',
  ranks: number,
): Float64Array {
  const values = new Float64Array(ranks);
  rank?.forEach((of, row) => {
    values[of] = totals?.columns[name][row] ?? 0;
  });
  return values;
}

/** Pairs of blocks or of ranks with something of a sum between them. */
function pairsWith(pairs: PairFrame | undefined, sum: 'bytes' | 'count') {
  if (!pairs) return NO_PAIRS;
  const { src, dst, bytes, count } = pairs.columns;
  const kept = src.map((_, row) => row).filter((row) => pairs.columns[sum][row] > 0);
  return {
    rows: kept.length,
    src: kept.map((row) => src[row]),
    dst: kept.map((row) => dst[row]),
    amount: Float64Array.from(kept, (row) => bytes[row]),
    count: Float64Array.from(kept, (row) => count[row]),
  };
}
