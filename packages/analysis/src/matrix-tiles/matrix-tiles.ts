import { WeftError } from '@weft/model';
import { defineAnalysis, openFrames } from '../analysis.ts';
import { readsSums } from '../queries/message-sums.ts';
import { clampAxis } from './matrix-axis.ts';
import { axesFrame, cellsFrame, groupsFrame, measureFrame, ranksFrame } from './matrix-frames.ts';
import { matrixQueries, readTraffic, readWaits, type Traffic } from './matrix-inputs.ts';
import { isSummed, type MatrixParams, matrixParams } from './matrix-params.ts';
import { matrixResult } from './matrix-result.ts';
import { matrixSumQueries } from './matrix-sums.ts';
import type { PairSums } from './pair-sums.ts';
import { type OrderedRanks, orderRanks, type RankOrder } from './rank-order.ts';
import { sumPairTiles, sumPerRank } from './sum-pair-tiles.ts';
import { summedTiles } from './summed-tiles.ts';
import { topPairs } from './top-pairs.ts';

/** A window of the matrix of ranks at the resolution of a screen, in a chosen order. */
export const matrixTiles = defineAnalysis({
  name: 'matrix-tiles',
  title: 'Communication matrix, in tiles',
  doc: 'Bytes and messages between ranks, or how long they wait for each other, ordered by number, community or host, in blocks where there are many; totals per rank.',
  params: matrixParams,
  result: matrixResult,
  isQuick: readsSums,
  needs: (choice, known = {}) => ({ ...matrixQueries(choice, known), ...matrixSumQueries(choice, known) }),
  run: async (inputs, choice) => {
    if (isSummed(choice)) return summedTiles(inputs, choice);
    const traffic = await readTraffic(inputs.pairs ?? inputs.sums ?? inputs, openFrames(inputs), choice);
    return tilesOf(traffic, choice, choice.measure === 'waiting' ? readWaits(inputs, choice) : null);
  },
  runStreamed: async (open, choice) => {
    if (choice.measure === 'waiting') throw tooMany();
    return tilesOf(await readTraffic(open, open, choice), choice, null);
  },
});

const NO_RANKS: OrderedRanks = {
  rankAt: new Int32Array(0),
  positionOf: new Int32Array(0),
  group: new Int32Array(0),
};

function tooMany(): WeftError {
  return new WeftError({
    code: 'TOO-MANY-CALLS',
    message: 'too many calls to find who waits for whom',
    advice: 'Choose a shorter time and one job, look at bytes or messages, or import a part of the trace.',
  });
}

function tilesOf(traffic: Traffic, choice: MatrixParams, waits: PairSums | null) {
  const pairs = waits ?? traffic.pairs;
  const ordered = orderOf(traffic, choice.order);
  const senders = clampAxis(choice.senders, traffic.ranks, choice.cells);
  const receivers = clampAxis(choice.receivers, traffic.ranks, choice.cells);
  const tile = sumPairTiles(pairs, ordered.positionOf, senders, receivers);
  return {
    cells: cellsFrame(tile, senders, receivers),
    axes: axesFrame([senders, receivers]),
    ranks: ranksFrame(sumPerRank(pairs, traffic.ranks), choice.totals ? ordered : NO_RANKS),
    groups: groupsFrame(choice.order, ordered, traffic.hostNames),
    summary: measureFrame(choice.measure),
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
