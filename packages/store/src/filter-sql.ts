import { type ColumnSchema, type Filter, type TableSchema, WeftError } from '@weft/model';
import type { SqlDialect } from './sql-dialect.ts';
import { quoteName, quoteText } from './sql-text.ts';

/** `WHERE ...`; empty without filters. */
export function whereSql(schema: TableSchema, filters: readonly Filter[], dialect: SqlDialect): string {
  if (filters.length === 0) return '';
  return `WHERE ${filters.map((filter) => filterSql(schema, filter, dialect)).join(' AND ')}`;
}

function filterSql(schema: TableSchema, filter: Filter, dialect: SqlDialect): string {
  const column = columnOf(schema, filter.column);
  const name = quoteName(filter.column);
  if (filter.op === 'range') {
    if (column.kind === 'text' || column.kind === 'int32[]') throw badFilter(schema, filter, 'has no range');
    return `${name} >= ${numberSql(column, filter.from)} AND ${name} < ${numberSql(column, filter.to)}`;
  }
  if (filter.op === 'matches') {
    if (column.kind !== 'text') throw badFilter(schema, filter, 'is no text');
    return dialect.matches(name, quoteText(filter.pattern));
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
  return Number.isSafeInteger(value) ? String(value) : doubleSql(value);
}

/** The same double in every dialect: a number with a point alone is a decimal in some. */
export function doubleSql(value: number): string {
  if (Number.isFinite(value)) return value.toExponential();
  return `CAST('${value}' AS DOUBLE)`;
}

export function columnOf(schema: TableSchema, name: string): ColumnSchema {
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
