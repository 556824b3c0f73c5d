import { type Filter, queryTable } from '@weft/model';
import { jobFilter, queryOfJob, sumsOfJob } from '../queries/job-rows.ts';
import { callsOfMpi } from '../spans/query-spans.ts';
import type { ProfileParams } from './profile-params.ts';

/** A row for each call of each rank. */
export function profileQueries({ job, time, summed }: ProfileParams) {
  const range = summed ? null : time;
  const { spans, messages, collectives } = filtersWithin(range ?? [0, 0]);
  const within = range ? { enter: range, exit: range } : undefined;
  return {
    calls: summed || time ? undefined : queryTable('calls', { where: jobFilter(job) }),
    spans: range
      ? sumsOfJob('spans', ['rank', 'call'], ['rows', 'enter', 'exit'], job, { where: spans, within })
      : undefined,
    messages: range ? sumsOfJob('messages', ['src', 'call'], ['bytes'], job, { where: messages }) : undefined,
    collectives: range
      ? sumsOfJob('collectives', ['rank', 'call'], ['bytes'], job, { where: collectives })
      : undefined,
    ranks: range ? queryOfJob('ranks', ['rank'], job) : undefined,
  };
}

/** Calls that reach into a time, messages and collective contributions that begin in it. */
export function filtersWithin([from, to]: readonly [number, number]) {
  const begins = (column: string): Filter => ({ op: 'range', column, from, to });
  const spans: Filter[] = [
    callsOfMpi,
    { op: 'range', column: 'enter', from: Number.MIN_SAFE_INTEGER, to },
    { op: 'range', column: 'exit', from, to: Number.MAX_SAFE_INTEGER },
  ];
  return { spans, messages: [begins('send_start')], collectives: [begins('enter')] };
}
