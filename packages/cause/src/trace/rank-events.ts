import { callEndingAt, callIndex } from '@weft/analysis';
import { NONE } from '@weft/model';
import type { TraceTables } from './trace-tables.ts';

/** What ranks did, in the order of time for each rank. Kinds: see `EVENT`. */
export interface RankEvents {
  readonly rows: number;
  readonly rank: Int32Array;
  readonly kind: Uint8Array;
  /** Row of the message or of the collective call. */
  readonly row: Int32Array;
  /** When the rank began it and had it behind itself. */
  readonly from: Float64Array;
  readonly to: Float64Array;
  /** Events of one rank: offsets[rank] .. offsets[rank + 1]. */
  readonly offsets: Int32Array;
}

/** A message is sent; received; held by its sender until it has arrived; ranks gather. */
export const EVENT = { send: 0, receive: 1, hold: 2, gather: 3 } as const;

/** Calls that begin a transfer and return: they do not wait for it. */
const AT_ONCE = /^P?MPI_(I|B|Start|Put|Get|Accumulate)/;

class EventList {
  readonly rank: number[] = [];
  readonly kind: number[] = [];
  readonly row: number[] = [];
  readonly from: number[] = [];
  readonly to: number[] = [];

  add(kind: number, row: number, rank: number, from: number, to: number): void {
    this.rank.push(rank);
    this.kind.push(kind);
    this.row.push(row);
    this.from.push(from);
    this.to.push(to);
  }
}

/**
 * Sends begin with their call. What a rank waits for lasts as long as the call that ended it: a receive always, a send where
 * it ended after its receive was posted (before, the library had taken the data).
 */
export function findRankEvents(tables: TraceTables): RankEvents {
  const list = new EventList();
  addMessages(tables, list);
  const { rows, columns } = tables.collectives;
  for (let row = 0; row < rows; row++) {
    const { rank, enter, exit } = columns;
    if (enter[row] !== NONE && exit[row] !== NONE)
      list.add(EVENT.gather, row, rank[row], enter[row], exit[row]);
  }
  return inOrder(list, tables.ranks);
}

function addMessages({ messages, spans }: TraceTables, list: EventList): void {
  const { src, dst, call, send_start, send_end, recv_start, recv_end } = messages.columns;
  const returnsAtOnce = call.dictionary.map((name) => AT_ONCE.test(name));
  const index = callIndex(spans);
  const began = (rank: number, end: number, otherwise: number): number => {
    const span = callEndingAt(index, spans, rank, end);
    return Math.min(end, span >= 0 ? spans.enter[span] : otherwise);
  };
  for (let row = 0; row < messages.rows; row++) {
    list.add(EVENT.send, row, src[row], send_start[row], send_start[row]);
    if (recv_end[row] === NONE || recv_end[row] < send_start[row]) continue;
    const posted = recv_start[row] === NONE ? recv_end[row] : recv_start[row];
    list.add(EVENT.receive, row, dst[row], began(dst[row], recv_end[row], posted), recv_end[row]);
    if (send_end[row] < Math.max(posted, send_start[row])) continue;
    const from = began(src[row], send_end[row], send_start[row]);
    if (from === send_start[row] && returnsAtOnce[call.codes[row]]) continue;
    list.add(EVENT.hold, row, src[row], from, send_end[row]);
  }
}

function inOrder(list: EventList, ranks: number): RankEvents {
  const { rank, kind, row, from, to } = list;
  const order = Int32Array.from(rank.keys()).sort(
    (a, b) => rank[a] - rank[b] || from[a] - from[b] || kind[a] - kind[b] || row[a] - row[b],
  );
  const offsets = new Int32Array(ranks + 1);
  for (const own of rank) offsets[own + 1]++;
  for (let at = 0; at < ranks; at++) offsets[at + 1] += offsets[at];
  return {
    rows: order.length,
    rank: Int32Array.from(order, (at) => rank[at]),
    kind: Uint8Array.from(order, (at) => kind[at]),
    row: Int32Array.from(order, (at) => row[at]),
    from: Float64Array.from(order, (at) => from[at]),
    to: Float64Array.from(order, (at) => to[at]),
    offsets,
  };
}
