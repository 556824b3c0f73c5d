import {
  batchFromRows,
  type ColumnName,
  type ColumnQuery,
  collectives as collectivesTable,
  type Filter,
  type Frame,
  joinFrames,
  type SumQuery,
  spans as spansTable,
} from '@weft/model';
import { z } from 'zod';
import type { InputsOf, KnownInputs } from '../analysis.ts';
import { firstNumber } from '../queries/first-number.ts';
import { jobFilter, queryOfJob } from '../queries/job-rows.ts';
import { callsOfMpi, querySpans } from '../spans/query-spans.ts';
import { spanColumnNames } from '../spans/span-columns.ts';

type Time = readonly [number, number];

interface WaitChoice {
  readonly job: number | null;
  readonly time: Time | null;
  readonly waitReading: 'whole' | 'window';
}

/**
 * whole: all calls of the job, which serve for every time; window: those alone that can tell of waiting within `time`, of
 * one job that has spans. Both find the same, but for a rank whose calls overlap or follow each other in the same
 * nanosecond while its clock differs from others.
 */
export const waitReading = z.enum(['whole', 'window']).default('whole');

type WaitQueries<M> = {
  readonly lastExit: ReturnType<typeof lastExitQuery> | undefined;
  readonly spans: ReturnType<typeof querySpans> | undefined;
  readonly messages: M | undefined;
  readonly collectives: ReturnType<typeof collectivesOf> | undefined;
  readonly lateCollectives: ReturnType<typeof collectivesOf> | undefined;
};

export const noWaitQueries = {
  lastExit: undefined,
  spans: undefined,
  messages: undefined,
  collectives: undefined,
  lateCollectives: undefined,
};

/** The calls, messages and collective calls that tell who waits. */
export function waitQueries<C extends ColumnName<'messages'>, O extends string>(
  { job, time, waitReading: reading }: WaitChoice,
  messages: ColumnQuery<'messages', C, O>,
  known: KnownInputs,
): WaitQueries<ColumnQuery<'messages', C, O>> {
  if (reading === 'whole' || job === null || time === null) {
    return { ...noWaitQueries, spans: querySpans(job), messages, collectives: collectivesOf(job) };
  }
  const lastExit = lastExitQuery(job, time);
  const end = firstNumber(known.lastExit, 'most_exit') ?? Number.NEGATIVE_INFINITY;
  if (end < time[0]) return { ...noWaitQueries, lastExit };
  const within: Time = [time[0], end + 1];
  return {
    lastExit,
    spans: querySpans(job, reachingInto(within)),
    messages: { ...messages, where: [...(messages.where ?? []), ...partnersIn(within)] },
    collectives: collectivesOf(job, reachingInto(within, 'enter')),
    lateCollectives: lateCollectives(job, within[1], known.collectives),
  };
}

type WaitInputs = Pick<InputsOf<WaitQueries<never>>, 'spans' | 'collectives' | 'lateCollectives'>;

/** What was read of calls, and of collective calls. */
export function readCalls({ spans, collectives, lateCollectives }: WaitInputs) {
  const all = collectives ?? batchFromRows(collectivesTable, []);
  return {
    spans: spans ?? batchFromRows(spansTable, []),
    collectives: lateCollectives && lateCollectives.rows > 0 ? joinFrames(all, lateCollectives) : all,
  };
}

function collectivesOf(job: number | null, where: readonly Filter[] = []) {
  return queryOfJob('collectives', ['comm', 'seq', 'root', ...spanColumnNames], job, where);
}

/** Where clocks differ, ranks may seem to enter a collective call after others have left it: those of the same numbers. */
function lateCollectives(job: number, after: number, read: Frame | undefined) {
  const numbers = read?.columns.seq;
  if (!(numbers instanceof Int32Array) || numbers.length === 0) return undefined;
  const [least, most] = numbers.reduce(
    ([low, high], own) => [Math.min(low, own), Math.max(high, own)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
  return collectivesOf(job, [
    { op: 'range', column: 'enter', from: after, to: Number.MAX_SAFE_INTEGER },
    { op: 'range', column: 'seq', from: least, to: most + 1 },
  ]);
}

/** When the last of the calls ends that reach into the time: what ends later ends none of them. */
function lastExitQuery(job: number, time: Time): SumQuery<'spans', never, never, never> {
  const where = [...jobFilter(job), callsOfMpi, ...reachingInto(time)];
  return { table: 'spans', by: [], sums: [], most: ['exit'], where };
}

/** What begins before the end and ends after the beginning; where its end is not known, `or` tells. */
function reachingInto([from, to]: Time, or?: 'enter'): Filter[] {
  return [
    { op: 'range', column: 'enter', from: Number.MIN_SAFE_INTEGER, to },
    { op: 'range', column: 'exit', or, from, to: Number.MAX_SAFE_INTEGER },
  ];
}

/** Messages that end a call before `to`, and of which a partner came after `from`: earlier ones leave nobody waiting by then. */
function partnersIn([from, to]: Time): Filter[] {
  return [
    { op: 'range', column: 'send_start', or: 'recv_start', from, to: Number.MAX_SAFE_INTEGER },
    { op: 'range', column: 'recv_end', or: 'send_end', from: Number.MIN_SAFE_INTEGER, to },
  ];
}
