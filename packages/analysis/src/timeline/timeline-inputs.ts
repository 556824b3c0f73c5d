import { batchFromRows, collectives, type Filter, messages, ranks, spans } from '@weft/model';
import type { InputsOf } from '../analysis.ts';
import { lowestJob, queryOfJob, rowsOfJob } from '../queries/job-rows.ts';
import { querySpans } from '../spans/query-spans.ts';
import { type SpanColumns, spansOfEvents, spansOfFrame } from '../spans/span-columns.ts';

interface Choice {
  readonly job: number | null;
  readonly source: 'spans' | 'events';
  readonly messages: boolean;
  readonly reading?: 'whole' | 'window' | 'overview';
}

/** Rows that a window needs; both null where everything is read. */
interface ReadWindow {
  readonly ranks: readonly [number, number] | null;
  readonly time: readonly [number, number] | null;
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

const sumNames = ['rank', 'ranks', 'call', 'start', 'length', 'time', 'count'] as const;

const collectiveNames = ['comm', 'seq', 'call', 'root', 'rank', 'bytes', 'enter', 'exit'] as const;

/** What one reading of a trace asks for: an equal question is answered from memory. */
export function traceQueries({ job, source, messages: wanted, reading }: Choice, window: ReadWindow) {
  const coarse = reading === 'overview';
  const events = !coarse && (wanted || source === 'events');
  return {
    ranks: queryOfJob('ranks', ['rank'], job),
    sums: coarse ? queryOfJob('span_sums', sumNames, job) : undefined,
    spans:
      source === 'spans' && !coarse
        ? querySpans(job, windowFilters(window, 'enter', 'exit', 'rank'))
        : undefined,
    messages: events
      ? queryOfJob('messages', messageNames, job, windowFilters(window, 'send_start', 'recv_end', null))
      : undefined,
    collectives: events
      ? queryOfJob('collectives', collectiveNames, job, windowFilters(window, 'enter', 'exit', 'rank'))
      : undefined,
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

function windowFilters(
  { ranks, time }: ReadWindow,
  start: string,
  end: string,
  rank: string | null,
): Filter[] {
  const filters: Filter[] = [];
  if (ranks && rank) filters.push({ op: 'range', column: rank, from: ranks[0], to: ranks[1] });
  if (time) {
    filters.push({ op: 'range', column: start, from: Number.MIN_SAFE_INTEGER, to: time[1] });
    filters.push({ op: 'range', column: end, from: time[0], to: Number.MAX_SAFE_INTEGER });
  }
  return filters;
}
