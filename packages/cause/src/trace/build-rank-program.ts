import { NONE, textAt } from '@weft/model';
import type { MessageBatch, RankProgram } from '@weft/simulate';
import { findGatherings } from './gatherings.ts';
import { EVENT, findRankEvents, type RankEvents } from './rank-events.ts';
import type { TraceTables } from './trace-tables.ts';

/** Steps of all ranks: what each event belongs to, and the compute time before each. */
interface Steps {
  readonly offsets: Int32Array;
  readonly compute: readonly number[];
  readonly stepOf: Int32Array;
}

/**
 * The program of a job by its trace: what passes between the end of a rank's waiting and what it does next is compute, as
 * measured; how long it waits is left to the network. Events that overlap are one step.
 */
export function buildRankProgram(tables: TraceTables): RankProgram {
  const { messages, collectives } = tables;
  const gatherings = findGatherings(collectives);
  const events = findRankEvents(tables);
  const { offsets, compute, stepOf } = findSteps(tables, events, gatherings);
  const count = compute.length;
  const program = {
    offsets,
    compute: Float64Array.from(compute),
    ...sendsOfSteps(events, stepOf, count),
    ...batchesOf(messages),
    receivedIn: new Int32Array(messages.rows).fill(NONE),
    heldIn: new Int32Array(messages.rows).fill(NONE),
    joins: new Int32Array(count).fill(NONE),
    awaits: new Int32Array(count).fill(NONE),
    gatherings: new Int32Array(gatherings.count),
  };
  for (let at = 0; at < events.rows; at++) {
    const row = events.row[at];
    if (events.kind[at] === EVENT.receive) program.receivedIn[row] = stepOf[at];
    if (events.kind[at] === EVENT.hold) program.heldIn[row] = stepOf[at];
    if (events.kind[at] !== EVENT.gather) continue;
    program.joins[stepOf[at]] = gatherings.joins[row];
    program.awaits[stepOf[at]] = gatherings.awaits[row];
    if (gatherings.joins[row] !== NONE) program.gatherings[gatherings.joins[row]]++;
  }
  return program;
}

/** One step of a rank while it is being put together. */
interface OpenStep {
  from: number;
  to: number;
  /** When it could go on, as measured: the rest of a collective call counts as compute. */
  free: number;
  gathers: boolean;
}

function findSteps(
  { ranks, start, spans }: TraceTables,
  events: RankEvents,
  { awaits, complete }: ReturnType<typeof findGatherings>,
): Steps {
  const offsets = new Int32Array(ranks + 1);
  const compute: number[] = [];
  const stepOf = new Int32Array(events.rows);
  const ends = lastExits(spans, ranks);
  for (let rank = 0; rank < ranks; rank++) {
    let open: OpenStep = { from: NONE, to: start, free: start, gathers: false };
    for (let at = events.offsets[rank]; at < events.offsets[rank + 1]; at++) {
      const from = events.from[at];
      const to = events.to[at];
      const gathers = events.kind[at] === EVENT.gather;
      const goesOn = from < open.to || from === open.from;
      if (open.from === NONE || !goesOn || (gathers && open.gathers)) {
        compute.push(Math.max(0, from - open.free));
        open = { from, to: from, free: from, gathers: false };
      }
      const gathering = gathers ? awaits[events.row[at]] : NONE;
      const free = gathers ? Math.min(to, Math.max(from, complete[gathering] ?? from)) : to;
      open.to = Math.max(open.to, to);
      open.free = Math.max(open.free, free);
      open.gathers ||= gathers;
      stepOf[at] = compute.length - 1;
    }
    compute.push(Math.max(0, ends[rank] - open.free));
    offsets[rank + 1] = compute.length;
  }
  return { offsets, compute, stepOf };
}

/** When each rank left its last call. */
function lastExits({ rows, rank, exit }: TraceTables['spans'], ranks: number): Float64Array {
  const last = new Float64Array(ranks);
  for (let row = 0; row < rows; row++) last[rank[row]] = Math.max(last[rank[row]], exit[row]);
  return last;
}

function sendsOfSteps(events: RankEvents, stepOf: Int32Array, count: number) {
  const sends = new Int32Array(count + 1);
  const order: number[] = [];
  for (let at = 0; at < events.rows; at++) {
    if (events.kind[at] !== EVENT.send) continue;
    sends[stepOf[at] + 1]++;
    order.push(events.row[at]);
  }
  for (let step = 0; step < count; step++) sends[step + 1] += sends[step];
  return { sends, order: Int32Array.from(order) };
}

/** Messages of one call and tag are one batch; the columns are those of all messages. */
function batchesOf({ rows, columns }: TraceTables['messages']) {
  const { src, dst, bytes, tag, call } = columns;
  const batches: MessageBatch[] = [];
  const known = new Map<string, number>();
  const batchOf = new Int32Array(rows);
  for (let row = 0; row < rows; row++) {
    const key = `${call.codes[row]} ${tag[row]}`;
    const batch = known.get(key) ?? known.size;
    if (batch === known.size) {
      known.set(key, batch);
      batches.push({ src, dst, bytes, tag: tag[row], call: textAt(call, row) ?? 'send' });
    }
    batchOf[row] = batch;
  }
  return { batches, batchOf };
}
