import { NONE, type TableFrame, textAt } from '@weft/model';
import * as kinds from '../otf2/event-kinds.ts';
import { UNDEFINED } from './archive-files.ts';
import type { CommunicatorRanks } from './communicator-ranks.ts';
import type { EventFileWriter } from './event-file-writer.ts';
import { RankActions } from './rank-actions.ts';
import type { RankReadings } from './rank-readings.ts';
import { walkSpans } from './span-walk.ts';

type MessageRows = TableFrame<
  'messages',
  | 'id'
  | 'src'
  | 'dst'
  | 'bytes'
  | 'tag'
  | 'comm'
  | 'call'
  | 'send_start'
  | 'send_end'
  | 'recv_start'
  | 'recv_end'
>;
type CollectiveRows = TableFrame<'collectives', 'comm' | 'call' | 'root' | 'bytes' | 'enter' | 'exit'>;

/** What a rank did: rows of tables that are its own. */
export interface RankTrace {
  readonly enter: Float64Array;
  readonly exit: Float64Array;
  readonly depth: Int32Array;
  readonly call: readonly string[];
  readonly kind: readonly string[];
  /** Rows of `sent` and `received`, in the order in which their messages were sent. */
  readonly sends: readonly number[];
  readonly receives: readonly number[];
  readonly sent: MessageRows;
  readonly received: MessageRows;
  /** Rows of `collectives`. */
  readonly meetings: readonly number[];
  readonly collectives: CollectiveRows;
  readonly readings: RankReadings;
}

/** Region of a call or of other code. */
type RegionOf = (name: string, kind: string) => number;

/** Writes the events of the main thread of a rank; returns how many times had to be moved. */
export function writeRank(
  trace: RankTrace,
  regionOf: RegionOf,
  ranks: CommunicatorRanks,
  events: EventFileWriter,
): number {
  const actions = new RankActions(trace.enter, trace.exit, (span) => trace.kind[span] === 'mpi');
  const requests = { next: 1 };
  for (const row of trace.sends) addSend(actions, trace.sent, row, ranks, requests);
  for (const row of trace.receives) addReceive(actions, trace.received, row, ranks, requests);
  for (const row of trace.meetings) addCollective(actions, trace.collectives, row, ranks, requests);
  const { added } = actions;
  const own = trace.call.length;
  const all = own + added.length;
  const spans = {
    enter: Float64Array.from({ length: all }, (_, span) =>
      span < own ? trace.enter[span] : added[span - own].time,
    ),
    exit: Float64Array.from({ length: all }, (_, span) =>
      span < own ? trace.exit[span] : added[span - own].time,
    ),
    depth: Int32Array.from({ length: all }, (_, span) => (span < own ? trace.depth[span] : NONE)),
  };
  const region = (span: number): number =>
    span < own ? regionOf(trace.call[span], trace.kind[span]) : regionOf(added[span - own].call, 'mpi');
  const moved = walkSpans(spans, {
    enter(span, time) {
      trace.readings.writeUntil(time, events);
      events.at(time).enter(region(span));
      for (const action of actions.atStart.get(span) ?? []) action(events);
    },
    leave(span, time) {
      trace.readings.writeUntil(time, events);
      events.at(time);
      for (const action of actions.atEnd.get(span) ?? []) action(events);
      events.leave(region(span));
    },
  });
  trace.readings.writeUntil(Number.POSITIVE_INFINITY, events);
  return moved;
}

interface Requests {
  next: number;
}

function addSend(
  actions: RankActions,
  { columns }: MessageRows,
  row: number,
  communicators: CommunicatorRanks,
  requests: Requests,
): void {
  const { src, dst, tag, bytes, call, send_start, send_end } = columns;
  const { comm, ranks } = communicators.locate(columns.comm[row], dst[row], src[row]);
  const name = textAt(call, row) ?? 'MPI_Isend';
  const [to] = ranks;
  const span = actions.callOf(send_start[row], send_end[row]);
  if (span !== NONE) {
    actions.start(span, (events) => events.send(to, comm, tagOf(tag[row]), bytes[row]));
    return;
  }
  const request = requests.next++;
  actions.startAt(send_start[row], name, (events) =>
    events.isend(to, comm, tagOf(tag[row]), bytes[row], request),
  );
  if (send_end[row] !== NONE)
    actions.endAt(send_end[row], 'MPI_Wait', (events) => events.isendComplete(request));
}

function addReceive(
  actions: RankActions,
  { columns }: MessageRows,
  row: number,
  communicators: CommunicatorRanks,
  requests: Requests,
): void {
  const { src, dst, tag, bytes, recv_start, recv_end } = columns;
  const { comm, ranks } = communicators.locate(columns.comm[row], src[row], dst[row]);
  const [from] = ranks;
  const span = actions.callOf(recv_start[row], recv_end[row]);
  if (span !== NONE) {
    actions.start(span, (events) => events.recv(from, comm, tagOf(tag[row]), bytes[row]));
    return;
  }
  if (recv_start[row] === NONE) {
    actions.endAt(recv_end[row], 'MPI_Recv', (events) =>
      events.recv(from, comm, tagOf(tag[row]), bytes[row]),
    );
    return;
  }
  const request = requests.next++;
  actions.startAt(recv_start[row], 'MPI_Irecv', (events) => events.irecvRequest(request));
  actions.endAt(recv_end[row], 'MPI_Wait', (events) =>
    events.irecv(from, comm, tagOf(tag[row]), bytes[row], request),
  );
}

function addCollective(
  actions: RankActions,
  { columns }: CollectiveRows,
  row: number,
  communicators: CommunicatorRanks,
  requests: Requests,
): void {
  const { enter, exit, bytes, call, root } = columns;
  const name = textAt(call, row) ?? 'MPI_Collective';
  const operation = kinds.operationOf(name);
  const known = root[row] === NONE ? [] : [root[row]];
  const { comm, ranks } = communicators.locate(columns.comm[row], ...known);
  const from = ranks[0] ?? UNDEFINED;
  const span = actions.callOf(enter[row], exit[row]);
  if (span !== NONE) {
    actions.start(span, (events) => events.record(kinds.MPI_COLLECTIVE_BEGIN, () => {}));
    actions.end(span, (events) =>
      events.record(kinds.MPI_COLLECTIVE_END, (w) =>
        w.u8(operation).v32(comm).v32(from).v64(bytes[row]).v64(0),
      ),
    );
    return;
  }
  const request = requests.next++;
  actions.startAt(enter[row], name, (events) =>
    events.record(kinds.COLLECTIVE_REQUEST, (w) => w.v64(request)),
  );
  actions.endAt(exit[row], 'MPI_Wait', (events) =>
    events.record(kinds.COLLECTIVE_COMPLETE, (w) =>
      w.u8(operation).v32(comm).v32(from).v64(bytes[row]).v64(0).v64(request),
    ),
  );
}

function tagOf(tag: number): number {
  return tag === NONE ? 0 : tag;
}
