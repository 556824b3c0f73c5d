import {
  type AnyColumn,
  type ColumnName,
  type ColumnQuery,
  type Filter,
  NONE,
  type SumQuery,
  type TableName,
  takeRows,
} from '@weft/model';

type TableWithJob = { [N in TableName]: 'job' extends ColumnName<N> ? N : never }[TableName];

/** Rows of one job; of all jobs, each with its number, where none is chosen. */
export function queryOfJob<N extends TableWithJob, C extends ColumnName<N>>(
  table: N,
  columns: readonly C[],
  job: number | null,
  where: readonly Filter[] = [],
): ColumnQuery<N, C, 'job'> {
  return {
    table,
    columns: job === null ? [...columns, 'job'] : [...columns],
    where: [...jobFilter(job), ...where],
  };
}

/** Sums over the rows of one job; over those of each job, with its number, where none is chosen. */
export function sumsOfJob<N extends TableWithJob, K extends ColumnName<N>, S extends ColumnName<N> | 'rows'>(
  table: N,
  by: readonly K[],
  sums: readonly S[],
  job: number | null,
  { where = [], ...options }: Pick<SumQuery, 'where' | 'within' | 'middle'> = {},
): SumQuery<N, K, S, 'job'> {
  return {
    table,
    by: job === null ? [...by, 'job'] : by,
    sums,
    where: [...jobFilter(job), ...where],
    ...options,
  };
}

export function jobFilter(job: number | null): Filter[] {
  return job === null ? [] : [{ op: 'in', column: 'job', values: [job] }];
}

interface RowsOfJobs<C extends { readonly job?: Int32Array }> {
  readonly rows: number;
  readonly columns: C;
}

/** Job that frames without a filter are about: the lowest. */
export function lowestJob(
  ...frames: readonly (RowsOfJobs<{ readonly job?: Int32Array }> | undefined)[]
): number {
  let lowest = NONE;
  for (const frame of frames) {
    for (const job of frame?.columns.job ?? []) {
      if (job !== NONE && (lowest === NONE || job < lowest)) lowest = job;
    }
  }
  return lowest;
}

type Streamed =
  | Iterable<RowsOfJobs<{ readonly job?: Int32Array }>>
  | AsyncIterable<RowsOfJobs<{ readonly job?: Int32Array }>>;

/** The same over inputs that come a batch at a time. */
export async function lowestJobOf(...inputs: readonly Streamed[]): Promise<number> {
  let lowest = NONE;
  for (const input of inputs) {
    for await (const frame of input) {
      const job = lowestJob(frame);
      if (job !== NONE && (lowest === NONE || job < lowest)) lowest = job;
    }
  }
  return lowest;
}

type JobColumns = Readonly<Record<string, AnyColumn | undefined>> & { readonly job?: Int32Array };

/** Rows of one job; the frame itself where it has no other. */
export function rowsOfJob<C extends JobColumns>(frame: RowsOfJobs<C>, job: number): RowsOfJobs<C> {
  const jobs = frame.columns.job;
  if (!jobs?.some((other) => other !== job)) return frame;
  const rows: number[] = [];
  jobs.forEach((other, row) => {
    if (other === job) rows.push(row);
  });
  return takeRows(frame, Int32Array.from(rows));
}
