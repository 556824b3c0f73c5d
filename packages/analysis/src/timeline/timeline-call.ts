import { batchFromRows, type Frame, NONE, type TableQuery, type TextColumn, tableSchema } from '@weft/model';
import { z } from 'zod';
import { defineAnalysis } from '../analysis.ts';
import { lowestJob, rowsOfJob, takeRows } from '../commgram/message-query.ts';
import { callEndingAt, callIndex, callStartingAt } from '../waits/call-index.ts';
import { findWaits } from '../waits/find-waits.ts';
import { longestWait } from '../waits/longest-wait.ts';
import { findCall } from './find-call.ts';
import { shownCalls } from './shown-calls.ts';
import { type SpanColumns, spansOfEvents, spansOfFrame } from './span-columns.ts';
import { timeline } from './timeline.ts';

const params = z.object({
  job: z.number().int().nonnegative().nullable().default(null),
  source: z.enum(['spans', 'events']).default('spans'),
  reading: z.enum(['whole', 'window']).default('whole'),
  rank: z.number().int().nonnegative().default(0),
  /** Nanoseconds. */
  time: z.number().default(0),
  /** The call at that time (0), the next (1) or the one before (-1). */
  step: z.union([z.literal(-1), z.literal(0), z.literal(1)]).default(0),
  /** Only calls of these names count; empty = all. */
  calls: z.array(z.string()).default([]),
  /** Only calls that begin or end a message count. */
  withMessage: z.boolean().default(false),
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
export const timelineCall = defineAnalysis<Params>({
  name: 'timeline-call',
  title: 'A call of the timeline',
  doc: 'The call a rank is in at a time, the next or previous one, or the one that waited longest; its messages, the other ranks of its collective call, and whom it waited for.',
  params,
  needs: callNeeds,
  run(inputs, choice) {
    const job = choice.job ?? lowestJob(...Object.values(inputs));
    const frame = (name: 'spans' | 'messages' | 'collectives'): Frame =>
      inputs[name] ? rowsOfJob(inputs[name], job) : batchFromRows(tableSchema(name), []);
    const messages = inputs.sent
      ? joinFrames(rowsOfJob(inputs.sent, job), withoutSelf(rowsOfJob(inputs.received, job)))
      : frame('messages');
    const collectives = frame('collectives');
    const spans =
      choice.source === 'spans' ? spansOfFrame(frame('spans')) : spansOfEvents(messages, collectives);
    const shown = shownCalls(spans.names, choice.calls);
    const counts = (call: number): boolean => !shown || shown[spans.call[call]] === 1;
    const row = choice.longest
      ? longestWait(findWaits(spans, messages, collectives), choice.longest, counts)
      : callAt(spans, messages, choice, counts);
    const rank = row === NONE ? choice.rank : spans.rank[row];
    const meeting = row === NONE ? [] : meetingOf(collectives, rank, spans.enter[row], spans.exit[row]);
    const ofCall = messagesOfCalls(spans, messages, rank);
    const own = takeRows(messages, Int32Array.from(ofCall.get(row) ?? []));
    const met = takeRows(collectives, Int32Array.from(meeting));
    return {
      span: spanFrame(spans, row),
      messages: own,
      collectives: met,
      wait: waitFrame(spans, row, own, met),
    };
  },
});

/** The row of the call that was asked for by rank and time. */
function callAt(
  spans: SpanColumns,
  messages: Frame,
  { rank, time, step, withMessage }: Params,
  counts: (call: number) => boolean,
): number {
  const ofCall = withMessage ? messagesOfCalls(spans, messages, rank) : null;
  return findCall(spans, rank, time, step, (call) => counts(call) && (!ofCall || ofCall.has(call)));
}

/** The same question as that of the timeline, so that it is answered from what was read for it; else the rank's rows. */
function callNeeds({ job, source, reading, rank }: Params): Record<string, TableQuery> {
  const needs = timeline.needs(timeline.params.parse({ job, source, reading: 'whole' }));
  if (reading === 'whole') return needs;
  const ofRank = (query: TableQuery, column: string): TableQuery => ({
    ...query,
    where: [...(query.where ?? []), { op: 'in', column, values: [rank] }],
  });
  return {
    ...(needs.spans ? { spans: ofRank(needs.spans, 'rank') } : {}),
    sent: ofRank(needs.messages, 'src'),
    received: ofRank(needs.messages, 'dst'),
    collectives: ofRank(needs.collectives, 'rank'),
  };
}

/** A message to oneself is among those sent already. */
function withoutSelf(frame: Frame): Frame {
  const { src, dst } = frame.columns as Record<string, Int32Array>;
  return takeRows(
    frame,
    Int32Array.from(src.keys()).filter((row) => src[row] !== dst[row]),
  );
}

/** Rows of one frame after those of another with the same columns. */
function joinFrames(first: Frame, second: Frame): Frame {
  const columns: Record<string, Frame['columns'][string]> = {};
  for (const [name, column] of Object.entries(first.columns)) {
    const other = second.columns[name];
    if (column instanceof Int32Array) columns[name] = Int32Array.from([...column, ...(other as Int32Array)]);
    else if (column instanceof Float64Array) {
      columns[name] = Float64Array.from([...column, ...(other as Float64Array)]);
    } else columns[name] = joinTexts(column as TextColumn, other as TextColumn);
  }
  return { rows: first.rows + second.rows, columns };
}

function joinTexts(first: TextColumn, second: TextColumn): TextColumn {
  const after = first.dictionary.length;
  const moved = second.codes.map((code) => (code < 0 ? code : code + after));
  return {
    codes: Int32Array.from([...first.codes, ...moved]),
    dictionary: [...first.dictionary, ...second.dictionary],
  };
}

/** Rows of the messages that each call of a rank began or ended, by the row of the call. */
function messagesOfCalls(spans: SpanColumns, { rows, columns }: Frame, rank: number): Map<number, number[]> {
  const index = callIndex(spans);
  const found = new Map<number, number[]>();
  const { src, dst } = columns as Record<string, Int32Array>;
  const { send_start, send_end, recv_start, recv_end } = columns as Record<string, Float64Array>;
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
function meetingOf({ rows, columns }: Frame, rank: number, from: number, to: number): number[] {
  const { comm, seq, rank: ranks } = columns as Record<string, Int32Array>;
  const { enter, exit } = columns as Record<string, Float64Array>;
  let own = -1;
  for (let row = 0; row < rows && own < 0; row++) {
    if (ranks[row] === rank && enter[row] !== NONE && enter[row] >= from && exit[row] <= to) own = row;
  }
  const met: number[] = [];
  for (let row = 0; own >= 0 && row < rows; row++) {
    if (row === own || (comm[own] !== NONE && comm[row] === comm[own] && seq[row] === seq[own]))
      met.push(row);
  }
  return met;
}

function spanFrame({ rank, call, enter, exit, names }: SpanColumns, row: number): Frame {
  const rows = row === NONE ? [] : [row];
  return {
    rows: rows.length,
    columns: {
      rank: Int32Array.from(rows, (at) => rank[at]),
      call: { codes: Int32Array.from(rows, (at) => call[at]), dictionary: names },
      enter: Float64Array.from(rows, (at) => enter[at]),
      exit: Float64Array.from(rows, (at) => exit[at]),
    },
  };
}

function waitFrame(spans: SpanColumns, row: number, messages: Frame, collectives: Frame): Frame {
  const waits = row === NONE ? null : findWaits(spans, messages, collectives);
  const at = waits ? waits.call.indexOf(row) : -1;
  const rows = waits && at >= 0 ? [at] : [];
  return {
    rows: rows.length,
    columns: {
      partner: Int32Array.from(rows, (of) => waits?.partner[of] ?? NONE),
      time: Float64Array.from(rows, (of) => waits?.time[of] ?? 0),
    },
  };
}
