import {
  batchFromRows,
  type ColumnName,
  type ColumnQuery,
  columnsOnly,
  type FrameOf,
  joinFrames,
  NONE,
  type TableName,
  takeRows,
  textAt,
} from '@weft/model';
import { z } from 'zod';
import { defineAnalysis, type InputsOf } from '../analysis.ts';
import { callNames } from '../queries/call-names.ts';
import { lowestJob, queryOfJob, rowsOfJob } from '../queries/job-rows.ts';
import { findInLane, type Lane } from '../regions/find-in-lane.ts';
import { stackAround, stackColumnNames } from '../regions/stack-spans.ts';
import { callEndingAt, callIndex, callStartingAt } from '../spans/call-index.ts';
import type { SpanColumns } from '../spans/span-columns.ts';
import { findWaits, waitsOfCalls } from '../waits/find-waits.ts';
import { longestWait } from '../waits/longest-wait.ts';
import { findCall } from './find-call.ts';
import { shownCalls } from './shown-calls.ts';
import { type Trace, type TraceInputs, traceOfJob, traceQueries } from './timeline-inputs.ts';
import { timelineCallResult } from './timeline-result.ts';

const params = z.strictObject({
  job: z.number().int().nonnegative().nullable().default(null),
  source: z.enum(['spans', 'events']).default('spans'),
  reading: z.enum(['whole', 'window']).default('whole'),
  rank: z.number().int().nonnegative().default(0),
  /** Nanoseconds. */
  time: z.number().default(0),
  /** The call at that time (0), the next (1) or the one before (-1). */
  step: z.union([z.literal(-1), z.literal(0), z.literal(1)]).default(0),
  /** Only calls of these names count; empty = all. */
  calls: callNames,
  /** Only calls that begin or end a message count. */
  withMessage: z.boolean().default(false),
  /** Only spans of this thread or stream and depth count, of whatever kind; calls of MPI when left out. */
  lane: z
    .object({ stream: z.number().int().nonnegative(), depth: z.number().int().nonnegative() })
    .nullable()
    .default(null),
  /** Whether the spans around it are told. */
  stack: z.boolean().default(true),
  /** Instead of all that: the call with the n-th longest wait that begins in this window; needs the whole trace read. */
  longest: z
    .object({
      time: z.tuple([z.number(), z.number()]),
      ranks: z.tuple([z.number(), z.number()]),
      nth: z.number().int().nonnegative(),
    })
    .nullable()
    .default(null),
});

type Params = z.infer<typeof params>;

/** One call of one rank: what it did, with whom, and for whom it waited. */
export const timelineCall = defineAnalysis({
  name: 'timeline-call',
  title: 'A call of the timeline',
  doc: 'The call a rank is in at a time, the next or previous one, or the one that waited longest; its messages, the other ranks of its collective call, and whom it waited for.',
  params,
  result: timelineCallResult,
  needs: callNeeds,
  run(inputs, choice) {
    const around = aroundOf(inputs.around, choice);
    if (choice.lane) return regionAnswer(around, choice, choice.lane);
    const trace = traceOfRank(inputs, choice);
    const { spans, messages, collectives } = trace;
    const row = chosenCall(trace, choice);
    const rank = row === NONE ? choice.rank : spans.rank[row];
    const meeting = row === NONE ? [] : meetingOf(collectives, rank, spans.enter[row], spans.exit[row]);
    const rowWithin = rowAround(around, spans, row);
    const own = messagesOfCalls(spans, messages, rank).get(row) ?? [];
    return {
      span: spanFrame(spans, row, around?.columns.cpu[rowWithin] ?? NONE),
      stack: stackAround(around, rowWithin),
      messages: columnsOnly(timelineCallResult.messages, takeRows(messages, Int32Array.from(own))),
      collectives: columnsOnly(
        timelineCallResult.collectives,
        takeRows(collectives, Int32Array.from(meeting)),
      ),
      wait: waitFrame(trace, row),
    };
  },
});

type Around = FrameOf<ReturnType<typeof spansOfRank>>;

function aroundOf(around: Around | undefined, { job }: Params) {
  return around && rowsOfJob(around, job ?? lowestJob(around));
}

/** A region takes part in no message. */
function regionAnswer(around: Around | undefined, choice: Params, lane: Lane) {
  const row = around ? findInLane(around.columns, lane, choice.time, choice.step) : NONE;
  const frame = around && row !== NONE ? takeRows(around, Int32Array.of(row)) : null;
  const { span, messages, collectives, wait } = timelineCallResult;
  return {
    span: frame ? columnsOnly(span, frame) : batchFromRows(span, []),
    stack: stackAround(around, row),
    messages: batchFromRows(messages, []),
    collectives: batchFromRows(collectives, []),
    wait: batchFromRows(wait, []),
  };
}

/** Where the call of a rank stands among all of its spans. */
function rowAround(around: Around | undefined, { enter, exit }: SpanColumns, row: number): number {
  if (!around || row === NONE) return NONE;
  const { columns } = around;
  return columns.enter.findIndex(
    (time, at) => time === enter[row] && columns.exit[at] === exit[row] && textAt(columns.kind, at) === 'mpi',
  );
}

/** The row of the call that was asked for; NONE where there is none. */
function chosenCall({ spans, messages, collectives }: Trace, choice: Params): number {
  const shown = shownCalls(spans.names, choice.calls);
  const counts = (call: number): boolean => !shown || shown[spans.call[call]] === 1;
  if (choice.longest) return longestWait(findWaits(spans, messages, collectives), choice.longest, counts);
  const { rank, time, step, withMessage } = choice;
  const ofCall = withMessage ? messagesOfCalls(spans, messages, rank) : null;
  return findCall(spans, rank, time, step, (call) => counts(call) && (!ofCall || ofCall.has(call)));
}

/** The same question as that of the timeline, so that it is answered from what was read for it; else the rank's rows. */
function callNeeds(choice: Params) {
  const around = (choice.stack || choice.lane) && !choice.longest ? spansOfRank(choice) : undefined;
  return choice.lane ? { ...noTrace, around } : { ...traceNeeds(choice), around };
}

const noTrace = {
  ranks: undefined,
  spans: undefined,
  messages: undefined,
  collectives: undefined,
  sent: undefined,
  received: undefined,
};

/** All that the rank does, for what is around a call. */
function spansOfRank({ job, rank }: Params) {
  return queryOfJob('spans', [...stackColumnNames, 'cpu'], job, [
    { op: 'in', column: 'rank', values: [rank] },
  ]);
}

function traceNeeds({ job, source, reading, rank }: Params) {
  const whole = traceQueries({ job, source, messages: true }, { ranks: null, time: null });
  if (reading === 'whole') return { ...whole, sent: undefined, received: undefined };
  return {
    ranks: undefined,
    spans: whole.spans && ofRank(whole.spans, 'rank', rank),
    messages: undefined,
    collectives: whole.collectives && ofRank(whole.collectives, 'rank', rank),
    sent: whole.messages && ofRank(whole.messages, 'src', rank),
    received: whole.messages && ofRank(whole.messages, 'dst', rank),
  };
}

function ofRank<N extends TableName, C extends ColumnName<N>, O extends string>(
  query: ColumnQuery<N, C, O>,
  column: C,
  rank: number,
): ColumnQuery<N, C, O> {
  return { ...query, where: [...(query.where ?? []), { op: 'in', column, values: [rank] }] };
}

/** What was read of the trace as a whole, or of the rank alone. */
function traceOfRank(inputs: Partial<InputsOf<ReturnType<typeof callNeeds>>>, choice: Params): Trace {
  const { sent, received } = inputs;
  if (!sent || !received) return traceOfJob(inputs, { ...choice, messages: true });
  const job = choice.job ?? lowestJob(inputs.spans, sent, received, inputs.collectives);
  const messages = joinFrames(rowsOfJob(sent, job), withoutSelf(rowsOfJob(received, job)));
  return traceOfJob({ ...inputs, messages }, { ...choice, job, messages: true });
}

/** A message to oneself is among those sent already. */
function withoutSelf(frame: NonNullable<TraceInputs['messages']>) {
  const { src, dst } = frame.columns;
  return takeRows(
    frame,
    Int32Array.from(src.keys()).filter((row) => src[row] !== dst[row]),
  );
}

/** Rows of the messages that each call of a rank began or ended, by the row of the call. */
function messagesOfCalls(
  spans: SpanColumns,
  { rows, columns }: Trace['messages'],
  rank: number,
): Map<number, number[]> {
  const index = callIndex(spans);
  const found = new Map<number, number[]>();
  const { src, dst, send_start, send_end, recv_start, recv_end } = columns;
  for (let row = 0; row < rows; row++) {
    const calls = new Set<number>();
    const add = (start: number, end: number): void => {
      if (start !== NONE) calls.add(callStartingAt(index, spans, rank, start));
      if (end !== NONE) calls.add(callEndingAt(index, spans, rank, end));
    };
    if (src[row] === rank) add(send_start[row], send_end[row]);
    if (dst[row] === rank) add(recv_start[row], recv_end[row]);
    for (const call of calls) if (call >= 0) found.set(call, [...(found.get(call) ?? []), row]);
  }
  return found;
}

/** Rows of the collective call that lies within a call of a rank: all ranks that took part. */
function meetingOf(
  { rows, columns }: Trace['collectives'],
  rank: number,
  from: number,
  to: number,
): number[] {
  const { comm, seq, rank: ranks, enter, exit } = columns;
  let own = -1;
  for (let row = 0; row < rows && own < 0; row++) {
    if (ranks[row] === rank && enter[row] !== NONE && enter[row] >= from && exit[row] <= to) own = row;
  }
  const together: number[] = [];
  for (let row = 0; own >= 0 && row < rows; row++) {
    if (row === own || (comm[own] !== NONE && comm[row] === comm[own] && seq[row] === seq[own]))
      together.push(row);
  }
  return together;
}

function spanFrame({ rank, call, enter, exit, names }: SpanColumns, row: number, cpu: number) {
  const rows = row === NONE ? [] : [row];
  return {
    rows: rows.length,
    columns: {
      rank: Int32Array.from(rows, (at) => rank[at]),
      call: { codes: Int32Array.from(rows, (at) => call[at]), dictionary: names },
      enter: Float64Array.from(rows, (at) => enter[at]),
      exit: Float64Array.from(rows, (at) => exit[at]),
      cpu: Float64Array.from(rows, () => cpu),
    },
  };
}

function waitFrame({ spans, messages, collectives }: Trace, row: number) {
  const calls = row === NONE ? new Int32Array(0) : Int32Array.of(row);
  const { partner, time } = waitsOfCalls(spans, messages, collectives, calls);
  const waited = time.filter((nanoseconds) => nanoseconds > 0);
  return { rows: waited.length, columns: { partner: partner.filter((rank) => rank !== NONE), time: waited } };
}
