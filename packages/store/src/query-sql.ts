import {
  type ColumnSchema,
  type Filter,
  type TableQuery,
  type TableSchema,
  tableSchema,
  WeftError,
} from '@weft/model';
import { quoteName, quoteText } from './sql-text.ts';

export interface ReadColumn {
  readonly name: string;
  readonly schema: ColumnSchema;
}

export function queryColumns(query: TableQuery): ReadColumn[] {
  const schema = tableSchema(query.table);
  const names = query.columns ?? Object.keys(schema.columns);
  return names.map((name) => ({ name, schema: columnOf(schema, name) }));
}

/**
 * SQL whose result needs no thought on the JavaScript side: int64 as doubles, text as codes of the
 * column's enum type unless it is distinct, none as -1.
 */
export function querySql(query: TableQuery): string {
  const { table, where = [], orderBy = [], descending = false, limit } = query;
  const schema = tableSchema(table);
  const columns = queryColumns(query).map(
    ({ name, schema }) => `${valueSql(table, name, schema)} AS ${quoteName(name)}`,
  );
  for (const name of orderBy) columnOf(schema, name);
  // Qualified, since the bare names of the select list hide the columns in ORDER BY.
  const way = descending ? ' DESC' : '';
  const order = orderBy.map((name) => `${quoteName(table)}.${quoteName(name)}${way}`);
  return [
    `SELECT ${columns.join(', ')} FROM ${quoteName(table)}`,
    where.length > 0 ? `WHERE ${where.map((filter) => filterSql(schema, filter)).join(' AND ')}` : '',
    order.length > 0 ? `ORDER BY ${order.join(', ')}` : '',
    limit === undefined ? '' : `LIMIT ${limit}`,
  ]
    .filter(Boolean)
    .join(' ');
}

export function enumName(table: string, column: string): string {
  return `${table}.${column}`;
}

function valueSql(table: string, name: string, { kind, optional, distinct }: ColumnSchema): string {
  const raw = quoteName(name);
  switch (kind) {
    case 'text':
      if (distinct) return raw;
      return `coalesce(CAST(enum_code(CAST(${raw} AS ${quoteName(enumName(table, name))})) AS INTEGER), -1)`;
    case 'int64':
      return `coalesce(CAST(${raw} AS DOUBLE), -1)`;
    case 'int32[]':
      return `coalesce(${raw}, [])`;
    default:
      return optional ? `coalesce(${raw}, -1)` : raw;
  }
}

function filterSql(schema: TableSchema, filter: Filter): string {
  const column = columnOf(schema, filter.column);
  const name = quoteName(filter.column);
  if (filter.op === 'range') {
    if (column.kind === 'text' || column.kind === 'int32[]') throw badFilter(schema, filter, 'has no range');
    return `${name} >= ${numberSql(column, filter.from)} AND ${name} < ${numberSql(column, filter.to)}`;
  }
  if (filter.op === 'matches') {
    if (column.kind !== 'text') throw badFilter(schema, filter, 'is no text');
    return `regexp_matches(${name}, ${quoteText(filter.pattern)}, 'i')`;
  }
  if (filter.values.length === 0) return 'false';
  const values = filter.values.map((value) => {
    if (column.kind === 'int32[]' || (typeof value === 'string') !== (column.kind === 'text')) {
      throw badFilter(schema, filter, `cannot be compared with ${JSON.stringify(value)}`);
    }
    return typeof value === 'string' ? quoteText(value) : exactNumber(value);
  });
  return `${name} IN (${values.join(', ')})`;
}

/** Bounds of integers are made integers, so that no cast of the column stands between filter and statistics. */
function numberSql(column: ColumnSchema, bound: number): string {
  if (column.kind === 'float64' || !Number.isFinite(bound)) return exactNumber(bound);
  return exactNumber(Math.ceil(bound));
}

function exactNumber(value: number): string {
  if (Number.isSafeInteger(value)) return String(value);
  if (value === Number.POSITIVE_INFINITY) return "CAST('inf' AS DOUBLE)";
  if (value === Number.NEGATIVE_INFINITY) return "CAST('-inf' AS DOUBLE)";
  if (Number.isNaN(value)) return "CAST('nan' AS DOUBLE)";
  return `CAST(${value} AS DOUBLE)`;
}

function columnOf(schema: TableSchema, name: string): ColumnSchema {
  if (Object.hasOwn(schema.columns, name)) return schema.columns[name];
  throw new WeftError({
    code: 'UNKNOWN-COLUMN',
    message: `table ${schema.name} has no column ${JSON.stringify(name)}`,
    advice: `Its columns are ${Object.keys(schema.columns).join(', ')}.`,
  });
}

function badFilter(schema: TableSchema, filter: Filter, fault: string): WeftError {
  return new WeftError({ code: 'BAD-QUERY', message: `column ${schema.name}.${filter.column} ${fault}` });
}
