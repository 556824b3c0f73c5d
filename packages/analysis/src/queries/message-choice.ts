import type { ColumnName, ColumnQuery, Filter, Middle } from '@weft/model';
import { z } from 'zod';
import { callNames } from './call-names.ts';
import { jobChoice } from './job-choice.ts';
import { queryOfJob, sumsOfJob } from './job-rows.ts';

/** Which messages an analysis looks at. */
export const messageChoice = {
  ...jobChoice,
  /** Nanoseconds, from <= representative time < to. */
  time: z.tuple([z.number(), z.number()]).nullable().default(null),
  /** Names of calls, e.g. MPI_Isend; empty = all. */
  calls: callNames,
};

export interface MessageChoice {
  readonly job: number | null;
  readonly time: readonly [number, number] | null;
  readonly calls: readonly string[];
}

export function messagesQuery<C extends ColumnName<'messages'>>(
  { job, calls }: MessageChoice,
  columns: readonly C[],
  where: readonly Filter[] = [],
): ColumnQuery<'messages', C, 'job'> {
  return queryOfJob('messages', columns, job, [...callFilter(calls), ...knownPeers, ...where]);
}

/** Bytes and messages between each two ranks. */
export function messagePairs({ job, time, calls }: MessageChoice) {
  return sumsOfJob('messages', ['src', 'dst'], ['bytes', 'count'], job, {
    where: [...callFilter(calls), ...knownPeers],
    middle: messagesWithin(time),
  });
}

/** Messages whose representative time is in a range; see `representativeTimes`. */
export function messagesWithin(time: MessageChoice['time']): Middle | undefined {
  if (!time) return undefined;
  const [from, to] = time;
  return { first: ['send_start', 'send_end'], second: ['recv_end', 'recv_start'], from, to };
}

/** Messages whose sender or receiver is unknown are between no two ranks. */
export const knownPeers: readonly Filter[] = ['src', 'dst'].map((column) => ({
  op: 'range',
  column,
  from: 0,
  to: Number.MAX_SAFE_INTEGER,
}));

export function callFilter(calls: readonly string[]): Filter[] {
  return calls.length === 0 ? [] : [{ op: 'in', column: 'call', values: [...calls] }];
}
