import { type Filter, type Frame, NONE, type TableQuery } from '@weft/model';
import { z } from 'zod';
import { messageColumns } from './message-batches.ts';

/** Which messages an analysis looks at. */
export const messageChoice = {
  /** The job with the lowest number when left out: ranks of different jobs are different processes. */
  job: z.number().int().nonnegative().nullable().default(null),
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

export function messagesQuery(
  choice: MessageChoice,
  columns: readonly string[] = messageColumns,
  where: readonly Filter[] = [],
): TableQuery {
  return {
    table: 'messages',
    columns: choice.job === null ? [...columns, 'job'] : [...columns],
    where: [...choiceFilters(choice), ...where],
  };
}

export function choiceFilters({ job, calls }: Pick<MessageChoice, 'job' | 'calls'>): Filter[] {
  const filters: Filter[] = [];
  if (job !== null) filters.push({ op: 'in', column: 'job', values: [job] });
  if (calls.length > 0) filters.push({ op: 'in', column: 'call', values: [...calls] });
  return filters;
}

/** Job a frame without filter is about: the lowest. */
export function lowestJob(...frames: readonly (Frame | undefined)[]): number {
  let lowest = NONE;
  for (const frame of frames) {
    const jobs = frame?.columns.job as Int32Array | undefined;
    for (const job of jobs ?? []) if (job !== NONE && (lowest === NONE || job < lowest)) lowest = job;
  }
  return lowest;
}

/** Rows of one job; the frame itself where it has no other. */
export function rowsOfJob(frame: Frame, job: number): Frame {
  const jobs = frame.columns.job as Int32Array | undefined;
  if (!jobs?.some((other) => other !== job)) return frame;
  const rows: number[] = [];
  jobs.forEach((other, row) => {
    if (other === job) rows.push(row);
  });
  return takeRows(frame, Int32Array.from(rows));
}

export function takeRows(frame: Frame, rows: Int32Array): Frame {
  const columns: Record<string, Frame['columns'][string]> = {};
  for (const [name, column] of Object.entries(frame.columns)) {
    if (column instanceof Int32Array) columns[name] = rows.map((row) => column[row]);
    else if (column instanceof Float64Array) columns[name] = Float64Array.from(rows, (row) => column[row]);
    else if ('codes' in column) {
      columns[name] = { codes: rows.map((row) => column.codes[row]), dictionary: column.dictionary };
    }
  }
  return { rows: rows.length, columns };
}
