import {
  type AnyQuery,
  type ColumnSchema,
  isSumQuery,
  type TableName,
  type TableQuery,
  tableSchema,
} from '@weft/model';
import { columnOf, whereSql } from './filter-sql.ts';
import type { SqlDialect } from './sql-dialect.ts';
import { quoteName } from './sql-text.ts';
import { sumAnswer, sumSql } from './sum-sql.ts';

/** A column of an answer. */
export interface ReadColumn {
  readonly name: string;
  readonly schema: ColumnSchema;
}

export function answerColumns(query: AnyQuery): ReadColumn[] {
  if (isSumQuery(query)) return sumAnswer(query);
  const schema = tableSchema(query.table);
  const names = query.columns ?? Object.keys(schema.columns);
  return names.map((name) => ({ name, schema: columnOf(schema, name) }));
}

/** SQL whose result needs no thought on the JavaScript side: int64 as doubles, none as -1, text as the dialect reads it. */
export function querySql(query: AnyQuery, dialect: SqlDialect): string {
  return isSumQuery(query)
    ? sumSql(query, dialect, (name, schema) => valueSql(query.table, name, schema, dialect))
    : rowsSql(query, dialect);
}

function rowsSql(query: TableQuery, dialect: SqlDialect): string {
  const { table, orderBy = [], descending = false, limit } = query;
  const schema = tableSchema(table);
  const columns = answerColumns(query).map(
    ({ name, schema }) => `${valueSql(table, name, schema, dialect)} AS ${quoteName(name)}`,
  );
  for (const name of orderBy) columnOf(schema, name);
  const sorted = orderBy.length === 0 && !dialect.keepsOrder ? writtenOrder(table) : orderBy;
  // Qualified, since the bare names of the select list hide the columns in ORDER BY.
  const isDown = (name: string) => (Array.isArray(descending) ? descending.includes(name) : descending);
  const order = sorted.map((name) => `${quoteName(table)}.${quoteName(name)}${isDown(name) ? ' DESC' : ''}`);
  return [
    `SELECT ${columns.join(', ')} FROM ${quoteName(table)}`,
    whereSql(schema, query, dialect),
    order.length > 0 ? `ORDER BY ${order.join(', ')}` : '',
    limit === undefined ? '' : `LIMIT ${limit}`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Columns by which the rows of a table stand as they were written, or nearly so. */
function writtenOrder(table: TableName): readonly string[] {
  const { columns } = tableSchema(table);
  if ('id' in columns) return ['id'];
  const order = ['job', 'rank', 'stream', 'enter', 'time'].filter((name) => name in columns);
  const rest = Object.keys(columns).filter((name) => columns[name].kind !== 'int32[]');
  return [...new Set([...order, ...rest])];
}

function valueSql(
  table: TableName,
  name: string,
  { kind, optional, distinct }: ColumnSchema,
  dialect: SqlDialect,
): string {
  const raw = quoteName(name);
  if (kind === 'text') return distinct ? raw : dialect.text(table, name);
  if (kind === 'int32[]') return `coalesce(${raw}, [])`;
  const number = kind === 'int64' ? `CAST(${raw} AS DOUBLE)` : raw;
  return optional ? `coalesce(${number}, -1)` : number;
}
