import { textColumn, WeftError } from '@weft/model';
import { z } from 'zod';
import { defineAnalysis, openFrames } from '../analysis.ts';
import { messageChoice } from '../queries/message-choice.ts';
import { messageReading, readsSums } from '../queries/message-sums.ts';
import { axisCells, type MatrixAxis, type MatrixTile, matrixAxis } from './matrix-axis.ts';
import { matrixQueries, readTraffic, readWaits, type Traffic } from './matrix-inputs.ts';
import { matrixResult } from './matrix-result.ts';
import type { PairSums } from './pair-sums.ts';
import { groupName, type OrderedRanks, orderRanks, type RankOrder, rankOrders } from './rank-order.ts';
import { sumPairTiles, sumPerRank } from './sum-pair-tiles.ts';
import { topPairs } from './top-pairs.ts';

const positions = z.tuple([z.number().int().nonnegative(), z.number().int().nonnegative()]);

const params = z.strictObject({
  ...messageChoice,
  reading: messageReading,
  /** traffic: bytes and messages that ranks sent; waiting: nanoseconds and calls the column waited for the row. */
  measure: z.enum(['traffic', 'waiting']).default('traffic'),
  order: z.enum(rankOrders).default('rank'),
  /** Senders and receivers shown, as positions in that order, from <= position < to; all when left out. */
  senders: positions.nullable().default(null),
  receivers: positions.nullable().default(null),
  /** Cells per side at most; more ranks are summed in blocks. */
  cells: z.number().int().positive().max(2048).default(512),
  /** How many of the largest pairs are listed, by which sum, and of which ranks alone (empty = all). */
  top: z.number().int().nonnegative().max(1000).default(0),
  topBy: z.enum(['amount', 'count']).default('amount'),
  topRanks: z.array(z.number().int().nonnegative()).default([]),
});

type Params = z.infer<typeof params>;

/** A window of the matrix of ranks at the resolution of a screen, in a chosen order. */
export const matrixTiles = defineAnalysis({
  name: 'matrix-tiles',
  title: 'Communication matrix, in tiles',
  doc: 'Bytes and messages between ranks, or how long they wait for each other, ordered by number, community or host, in blocks where there are many; totals per rank.',
  params,
  result: matrixResult,
  isQuick: readsSums,
  needs: matrixQueries,
  run: async (inputs, choice) => {
    const traffic = await readTraffic(
      inputs.messages ?? inputs.pairs ?? inputs.sums ?? inputs,
      openFrames(inputs),
      choice,
    );
    const { messages } = inputs;
    const waiting = choice.measure === 'waiting' && messages;
    return tilesOf(traffic, choice, waiting ? readWaits({ ...inputs, messages }, choice) : null);
  },
  runStreamed: async (open, choice) => {
    if (choice.measure === 'waiting') throw tooMany();
    return tilesOf(await readTraffic(open, open, choice), choice, null);
  },
});

function tooMany(): WeftError {
  return new WeftError({
    code: 'TOO-MANY-CALLS',
    message: 'too many calls to find who waits for whom',
    advice: 'Look at bytes or messages, or import a part of the trace.',
  });
}

function tilesOf(traffic: Traffic, choice: Params, waits: PairSums | null) {
  const pairs = waits ?? traffic.pairs;
  const ordered = orderOf(traffic, choice.order);
  const senders = clampAxis(choice.senders, traffic.ranks, choice.cells);
  const receivers = clampAxis(choice.receivers, traffic.ranks, choice.cells);
  const tile = sumPairTiles(pairs, ordered.positionOf, senders, receivers);
  return {
    cells: cellsFrame(tile, senders, receivers),
    axes: axesFrame([senders, receivers]),
    ranks: ranksFrame(pairs, traffic.ranks, ordered),
    groups: groupsFrame(choice.order, ordered, traffic.hostNames),
    summary: { rows: 1, columns: { measure: textColumn([choice.measure]) } },
    top: topPairs(pairs, choice.top, choice.topBy, new Set(choice.topRanks)),
  };
}

function orderOf({ orders, ranks, pairs, hosts }: Traffic, order: RankOrder): OrderedRanks {
  const last = orders.get(order);
  if (last) return last;
  const ordered = orderRanks(order, ranks, pairs, hosts);
  orders.set(order, ordered);
  return ordered;
}

function clampAxis(range: readonly [number, number] | null, ranks: number, cells: number): MatrixAxis {
  const [from, to] = range ?? [0, ranks];
  const first = Math.min(from, ranks);
  return matrixAxis(first, Math.max(first, Math.min(to, ranks)), cells);
}

/** Cells that hold anything: row and column of the tile, and their sums. */
function cellsFrame(tile: MatrixTile, senders: MatrixAxis, receivers: MatrixAxis) {
  const columns = axisCells(receivers);
  const rows = axisCells(senders);
  let used = 0;
  for (let cell = 0; cell < rows * columns; cell++) if (tile.count[cell] > 0) used++;
  const frame = {
    row: new Int32Array(used),
    column: new Int32Array(used),
    amount: new Float64Array(used),
    count: new Float64Array(used),
  };
  for (let cell = 0, at = 0; cell < rows * columns; cell++) {
    if (!(tile.count[cell] > 0)) continue;
    frame.row[at] = Math.floor(cell / columns);
    frame.column[at] = cell % columns;
    frame.amount[at] = tile.amount[cell];
    frame.count[at++] = tile.count[cell];
  }
  return { rows: used, columns: frame };
}

/** Two rows: senders, receivers. */
function axesFrame(axes: readonly MatrixAxis[]) {
  const column = (name: keyof MatrixAxis) => Int32Array.from(axes, (axis) => axis[name]);
  return { rows: 2, columns: { from: column('from'), to: column('to'), block: column('block') } };
}

/** One row per position. */
function ranksFrame(pairs: PairSums, ranks: number, { rankAt, group }: OrderedRanks) {
  const totals = sumPerRank(pairs, ranks);
  const sorted = (values: Float64Array) => Float64Array.from(rankAt, (rank) => values[rank]);
  return {
    rows: ranks,
    columns: {
      // A copy: what is sent away leaves this thread, the order stays for the next window.
      rank: rankAt.slice(),
      group: rankAt.map((rank) => group[rank]),
      amount_out: sorted(totals.amountOut),
      amount_in: sorted(totals.amountIn),
      count_out: sorted(totals.countOut),
      count_in: sorted(totals.countIn),
    },
  };
}

/** Communities or hosts as they stand on the axes; one row in the order of ranks. */
function groupsFrame(
  order: RankOrder,
  { rankAt, group }: OrderedRanks,
  hostNames: ReadonlyMap<number, string>,
) {
  const from: number[] = [];
  const names: string[] = [];
  rankAt.forEach((rank, position) => {
    if (position > 0 && group[rankAt[position - 1]] === group[rank]) return;
    from.push(position);
    names.push(groupName(order, group[rank], hostNames));
  });
  return { rows: from.length, columns: { from: Int32Array.from(from), name: textColumn(names) } };
}
