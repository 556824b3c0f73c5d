import { batchFromRows, collectives, type Filter, messages, ranks, spans } from '@weft/model';
import type { InputsOf } from '../analysis.ts';
import { lowestJob, queryOfJob, rowsOfJob } from '../queries/job-rows.ts';
import { knownPeers } from '../queries/message-choice.ts';
import { querySpans } from '../spans/query-spans.ts';
import { type SpanColumns, spansOfEvents, spansOfFrame } from '../spans/span-columns.ts';

interface Choice {
  readonly job: number | null;
  readonly source: 'spans' | 'events';
  readonly messages: boolean;
}

/** Rows that a window needs; both null where everything is read. */
interface ReadWindow {
  readonly ranks: readonly [number, number] | null;
  readonly time: readonly [number, number] | null;
}

/** Which rows are read one by one. */
interface WantedRows {
  readonly spans: boolean;
  readonly messages: boolean;
  readonly collectives: boolean;
}

const messageNames = [
  'id',
  'src',
  'dst',
  'bytes',
  'count',
  'tag',
  'call',
  'send_start',
  'send_end',
  'recv_start',
  'recv_end',
] as const;

const collectiveNames = ['comm', 'seq', 'call', 'root', 'rank', 'bytes', 'enter', 'exit'] as const;

/** What one reading of a trace asks for: an equal question is answered from memory. */
export function traceQueries(choice: Choice, window: ReadWindow) {
  const events = choice.messages || choice.source === 'events';
  const wanted = { spans: choice.source === 'spans', messages: events, collectives: events };
  return {
    ranks: queryOfJob('ranks', ['rank'], choice.job),
    ...rowQueries(choice.job, wanted, window, messagesBetween(window)),
  };
}

/** The calls and messages of a window, as far as they are wanted. */
export function rowQueries(
  job: number | null,
  wanted: WantedRows,
  window: ReadWindow,
  messagesWhere: readonly Filter[],
  callsWhere: readonly Filter[] = [],
) {
  const reaching = spansInWindow(window);
  return {
    spans: wanted.spans ? querySpans(job, [...reaching, ...callsWhere]) : undefined,
    messages: wanted.messages ? queryOfJob('messages', messageNames, job, messagesWhere) : undefined,
    collectives: wanted.collectives ? queryOfJob('collectives', collectiveNames, job, reaching) : undefined,
  };
}

export type TraceInputs = InputsOf<ReturnType<typeof traceQueries>>;

/** The rows of one job; no rows of what was not asked for. */
export function traceOfJob(inputs: Partial<TraceInputs>, choice: Choice) {
  const job = choice.job ?? lowestJob(inputs.spans, inputs.messages, inputs.collectives);
  const ofJob = {
    ranks: inputs.ranks ? rowsOfJob(inputs.ranks, job) : none.ranks,
    messages: inputs.messages ? rowsOfJob(inputs.messages, job) : none.messages,
    collectives: inputs.collectives ? rowsOfJob(inputs.collectives, job) : none.collectives,
  };
  const own = inputs.spans ? rowsOfJob(inputs.spans, job) : none.spans;
  const calls: SpanColumns =
    choice.source === 'spans' ? spansOfFrame(own) : spansOfEvents(ofJob.messages, ofJob.collectives);
  return { ...ofJob, spans: calls };
}

export type Trace = ReturnType<typeof traceOfJob>;

const none = {
  ranks: batchFromRows(ranks, []),
  spans: batchFromRows(spans, []),
  messages: batchFromRows(messages, []),
  collectives: batchFromRows(collectives, []),
};

/** Calls that reach into a window. */
export function spansInWindow({ ranks, time }: ReadWindow): Filter[] {
  const filters: Filter[] = [];
  if (ranks) filters.push({ op: 'range', column: 'rank', from: ranks[0], to: ranks[1] });
  return time ? [...filters, ...reaching(time, 'enter', 'exit')] : filters;
}

/** Messages on their way in a time, between any ranks. */
function messagesBetween({ time }: ReadWindow): Filter[] {
  return time ? reaching(time, 'send_start', 'recv_end') : [];
}

/** Messages with both ends known, one of them a rank of the window, on their way in its time. */
export function messagesInWindow({
  ranks,
  time,
}: {
  readonly ranks: readonly [number, number];
  readonly time: readonly [number, number];
}): Filter[] {
  return [
    ...messagesBetween({ ranks, time }),
    ...knownPeers,
    { op: 'range', column: 'src', or: 'dst', from: ranks[0], to: ranks[1] },
  ];
}

function reaching(time: readonly [number, number], start: string, end: string): Filter[] {
  return [
    { op: 'range', column: start, from: Number.MIN_SAFE_INTEGER, to: time[1] },
    { op: 'range', column: end, from: time[0], to: Number.MAX_SAFE_INTEGER },
  ];
}
