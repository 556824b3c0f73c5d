import { z } from 'zod';
import type { Frame } from './table.ts';
import { type TableColumns, type TableName, tableNames, tables } from './tables.ts';

/** A question to one table, as plain data. The store turns it into SQL; views and analyses declare it. */
const filterSchema = z.discriminatedUnion('op', [
  /** The column, or else another one, is in the range. */
  z.object({
    op: z.literal('range'),
    column: z.string(),
    or: z.string().optional(),
    from: z.number(),
    to: z.number(),
  }),
  /** Texts that a regular expression finds something in, capitals or not. */
  z.object({
    op: z.literal('matches'),
    column: z.string(),
    pattern: z
      .string()
      .max(200)
      .refine((text) => !text.includes('\0'), 'has a NUL'),
  }),
  /** The column has a value. */
  z.object({ op: z.literal('known'), column: z.string() }),
  /** The column, or else another one, has one of the values. */
  z.object({
    op: z.literal('in'),
    column: z.string(),
    or: z.string().optional(),
    values: z.array(z.union([z.number(), z.string()])),
  }),
]);

/** The middle between two times lies in a range. Each is the first of its columns that is known, else the other one. */
const middleSchema = z.object({
  first: z.array(z.string()).min(1),
  second: z.array(z.string()).min(1),
  from: z.number(),
  to: z.number(),
});

const MOST_FILTERS = 100;

function areDifferent(names: readonly string[]): boolean {
  return new Set(names).size === names.length;
}

export const tableQuerySchema = z.object({
  table: z.enum(tableNames as [TableName, ...TableName[]]),
  /** All columns when left out. */
  columns: z.array(z.string()).min(1).refine(areDifferent, 'names a column twice').optional(),
  /** All must hold. A range is from <= value < to. */
  where: z.array(filterSchema).max(MOST_FILTERS).optional(),
  middle: middleSchema.optional(),
  orderBy: z.array(z.string()).refine(areDifferent, 'names a column twice').optional(),
  /** Last rows first; or the columns of `orderBy` whose largest values come first. */
  descending: z.union([z.boolean(), z.array(z.string())]).optional(),
  limit: z.number().int().positive().optional(),
});

export type Filter = z.infer<typeof filterSchema>;
export type Middle = z.infer<typeof middleSchema>;
export type TableQuery = z.infer<typeof tableQuerySchema>;

export type ColumnName<N extends TableName> = keyof TableColumns<N> & string;

/** A query that reads the columns C of table N, and the columns O for some parameters only. */
export interface ColumnQuery<
  N extends TableName = TableName,
  C extends string = string,
  O extends string = string,
> extends TableQuery {
  table: N;
  columns: (C | O)[];
  /** Only a type: the columns that may not be among `columns`. */
  readonly perhaps?: O;
}

/** Rows of a table, with all of its columns or those named. */
export interface TableFrame<N extends TableName, C extends ColumnName<N> = ColumnName<N>> {
  readonly rows: number;
  readonly columns: Pick<TableColumns<N>, C>;
}

/** Block b holds from + b * width <= value < from + (b + 1) * width; what lies before the first or behind the last is in those. */
export interface Blocks {
  readonly from: number;
  readonly width: number;
  readonly blocks: number;
}

/**
 * Sums over the rows of a table, as plain data: K are the columns whose equal values make a group, O those that only some
 * parameters group by, S the columns added up. The engine adds, so what is read grows with the groups, not with the rows.
 * Groups come in the order of their columns.
 */
export interface SumQuery<
  N extends TableName = TableName,
  K extends string = string,
  S extends string = string,
  O extends string = string,
> {
  readonly table: N;
  readonly by: readonly (K | O)[];
  /** Columns of `by` that are cut into blocks: they hold the number of the block. */
  readonly blocks?: Readonly<Record<string, Blocks>>;
  /** A row without a value adds nothing. `rows` counts the rows themselves. */
  readonly sums: readonly S[];
  /** What of these columns lies within a range is added up: nothing before it, its whole length behind it. */
  readonly within?: Readonly<Record<string, readonly [number, number]>>;
  /** Smallest and largest values of columns of numbers, as `least_time` and `most_time`; -1 without any. */
  readonly least?: readonly string[];
  readonly most?: readonly string[];
  /**
   * Rows last from one column of times to another and are in every block of the first that they reach into; their sum is
   * `lasting`, the time they spend there. Bounds and width of the blocks are integers.
   */
  readonly lasting?: { readonly from: K; readonly to: string };
  /**
   * A column of `by`: of groups that differ in it alone, the one with the largest first sum is told, the lowest among equals,
   * with the sums of all of them. `most` may then name the first sum: the one of that group alone.
   */
  readonly foremost?: K;
  readonly where?: readonly Filter[];
  readonly middle?: Middle;
  /** Only the groups with the largest sum of a column; equal ones in the order of their columns. */
  readonly largest?: { readonly by: S; readonly groups: number };
  /** Only a type: the columns that may not be among `by`. */
  readonly perhaps?: O;
}

export type AnyQuery = TableQuery | SumQuery;

export function isSumQuery(query: AnyQuery): query is SumQuery {
  return 'sums' in query;
}

/** The columns a query answers with. */
export type FrameOf<Q extends AnyQuery> =
  Q extends SumQuery<infer N, infer K, infer S, infer O>
    ? {
        readonly rows: number;
        readonly columns: Columns<N, K, O> & Readonly<Record<S, Float64Array>>;
      }
    : Q extends ColumnQuery<infer N, infer C, infer O>
      ? { readonly rows: number; readonly columns: Columns<N, C, O> }
      : Frame;

type Columns<N extends TableName, C extends string, O extends string> = Pick<
  TableColumns<N>,
  C & ColumnName<N>
> &
  Partial<Pick<TableColumns<N>, O & ColumnName<N>>>;

export function sumColumns<N extends TableName, K extends ColumnName<N>, S extends ColumnName<N> | 'rows'>(
  table: N,
  by: readonly K[],
  sums: readonly S[],
  options: Pick<SumQuery, 'blocks' | 'within' | 'where' | 'middle'> = {},
): SumQuery<N, K, S, never> {
  return { table, by, sums, ...options };
}

type QueryOptions = Pick<TableQuery, 'where' | 'orderBy' | 'descending' | 'limit'>;

export function queryColumns<N extends TableName, C extends ColumnName<N>>(
  table: N,
  columns: readonly C[],
  options: QueryOptions = {},
): ColumnQuery<N, C, never> {
  return { table, columns: [...columns], ...options };
}

/** Every column of a table. */
export function queryTable<N extends TableName>(
  table: N,
  options: QueryOptions = {},
): ColumnQuery<N, ColumnName<N>, never> {
  return { table, columns: Object.keys(tables[table].columns) as ColumnName<N>[], ...options };
}
