import { z } from 'zod';
import type { Frame } from './table.ts';
import { type TableColumns, type TableName, tableNames, tables } from './tables.ts';

/** A question to one table, as plain data. The store turns it into SQL; views and analyses declare it. */
const filterSchema = z.discriminatedUnion('op', [
  z.object({ op: z.literal('range'), column: z.string(), from: z.number(), to: z.number() }),
  /** Texts that a regular expression finds something in, capitals or not. */
  z.object({ op: z.literal('matches'), column: z.string(), pattern: z.string().max(200) }),
  z.object({ op: z.literal('in'), column: z.string(), values: z.array(z.union([z.number(), z.string()])) }),
]);

const MOST_FILTERS = 100;

function areDifferent(names: readonly string[]): boolean {
  return new Set(names).size === names.length;
}

export const tableQuerySchema = z.object({
  table: z.enum(tableNames as [TableName, ...TableName[]]),
  /** All columns when left out. */
  columns: z.array(z.string()).refine(areDifferent, 'names a column twice').optional(),
  /** All must hold. A range is from <= value < to. */
  where: z.array(filterSchema).max(MOST_FILTERS).optional(),
  orderBy: z.array(z.string()).refine(areDifferent, 'names a column twice').optional(),
  /** Last rows first. */
  descending: z.boolean().optional(),
  limit: z.number().int().positive().optional(),
});

export type Filter = z.infer<typeof filterSchema>;
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

/** The columns a query answers with. */
export type FrameOf<Q extends TableQuery> =
  Q extends ColumnQuery<infer N, infer C, infer O>
    ? {
        readonly rows: number;
        readonly columns: Pick<TableColumns<N>, C & ColumnName<N>> &
          Partial<Pick<TableColumns<N>, O & ColumnName<N>>>;
      }
    : Frame;

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
