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
  const bytes = new Float64Array(rows * columns);
  const messages = new Float64Array(rows * columns);
  for (let pair = 0; pair < pairs.src.length; pair++) {
    const from = positionOf[pairs.src[pair]];
    const to = positionOf[pairs.dst[pair]];
    if (from < senders.from || from >= senders.to || to < receivers.from || to >= receivers.to) continue;
    const cell =
      Math.floor((from - senders.from) / senders.block) * columns +
      Math.floor((to - receivers.from) / receivers.block);
    bytes[cell] += pairs.bytes[pair];
    messages[cell] += pairs.messages[pair];
  }
  return { rows, columns, bytes, messages };
}

/** Per rank, over all partners. */
export interface RankTotals {
  readonly bytesSent: Float64Array;
  readonly bytesReceived: Float64Array;
  readonly messagesSent: Float64Array;
  readonly messagesReceived: Float64Array;
}

export function sumPerRank(pairs: PairSums, ranks: number): RankTotals {
  const totals: RankTotals = {
    bytesSent: new Float64Array(ranks),
    bytesReceived: new Float64Array(ranks),
    messagesSent: new Float64Array(ranks),
    messagesReceived: new Float64Array(ranks),
  };
  for (let pair = 0; pair < pairs.src.length; pair++) {
    totals.bytesSent[pairs.src[pair]] += pairs.bytes[pair];
    totals.bytesReceived[pairs.dst[pair]] += pairs.bytes[pair];
    totals.messagesSent[pairs.src[pair]] += pairs.messages[pair];
    totals.messagesReceived[pairs.dst[pair]] += pairs.messages[pair];
  }
  return totals;
}
