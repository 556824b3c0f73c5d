import type { ColumnName, ColumnQuery, Filter } from '@weft/model';
import { z } from 'zod';
import { jobChoice } from './job-choice.ts';
import { queryOfJob } from './job-rows.ts';

/** Which messages an analysis looks at. */
export const messageChoice = {
  ...jobChoice,
  /** Nanoseconds, from <= representative time < to. */
  time: z.tuple([z.number(), z.number()]).nullable().default(null),
  /** Names of calls, e.g. MPI_Isend; empty = all. */
  calls: z.array(z.string()).default([]),
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

/** Messages whose sender or receiver is unknown are between no two ranks. */
const knownPeers: readonly Filter[] = ['src', 'dst'].map((column) => ({
  op: 'range',
  column,
  from: 0,
  to: Number.MAX_SAFE_INTEGER,
}));

export function callFilter(calls: readonly string[]): Filter[] {
  return calls.length === 0 ? [] : [{ op: 'in', column: 'call', values: [...calls] }];
}
