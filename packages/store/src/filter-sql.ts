import { type ColumnSchema, type Filter, type Middle, type TableSchema, WeftError } from '@weft/model';
import type { SqlDialect } from './sql-dialect.ts';
import { quoteName, quoteText } from './sql-text.ts';

interface Filters {
  readonly where?: readonly Filter[];
  readonly middle?: Middle;
}

/** `WHERE ...`; empty without filters. */
export function whereSql(schema: TableSchema, { where = [], middle }: Filters, dialect: SqlDialect): string {
  const conditions = where.map((filter) => filterSql(schema, filter, dialect));
  if (middle) conditions.push(middleSql(schema, middle));
  return conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
}

/** The sum of both is an exact integer; half of it is a double. */
function middleSql(schema: TableSchema, { first, second, from, to }: Middle): string {
  const known = (names: readonly string[]) => {
    for (const name of names) checkNumbers(schema, name, 'has no middle');
    return `coalesce(${names.map(quoteName).join(', ')})`;
  };
  const sum = `${known([...first, ...second])} + ${known([...second, ...first])}`;
  const middle = `CAST(${sum} AS DOUBLE) / 2e0`;
  return `${middle} >= ${doubleSql(from)} AND ${middle} < ${doubleSql(to)}`;
}

function filterSql(schema: TableSchema, filter: Filter, dialect: SqlDialect): string {
  if (filter.op === 'known') {
    columnOf(schema, filter.column);
    return `${quoteName(filter.column)} IS NOT NULL`;
  }
  if (filter.op === 'matches') {
    if (columnOf(schema, filter.column).kind !== 'text') throw badFilter(schema, filter.column, 'is no text');
    return dialect.matches(quoteName(filter.column), quoteText(filter.pattern));
  }
  const conditionOf = (column: string) =>
    filter.op === 'range' ? rangeSql(schema, column, filter) : listSql(schema, column, filter.values);
  const own = conditionOf(filter.column);
  return filter.or ? `(${own} OR ${conditionOf(filter.or)})` : own;
}

function listSql(schema: TableSchema, column: string, wanted: readonly (number | string)[]): string {
  const { kind } = columnOf(schema, column);
  if (wanted.length === 0) return 'false';
  const values = wanted.map((value) => {
    if (kind === 'int32[]' || (typeof value === 'string') !== (kind === 'text')) {
      throw badFilter(schema, column, `cannot be compared with ${JSON.stringify(value)}`);
    }
    return typeof value === 'string' ? quoteText(value) : exactNumber(value);
  });
  return `${quoteName(column)} IN (${values.join(', ')})`;
}

function rangeSql(
  schema: TableSchema,
  column: string,
  { from, to }: { readonly from: number; readonly to: number },
): string {
  const own = checkNumbers(schema, column, 'has no range');
  const name = quoteName(column);
  return `${name} >= ${numberSql(own, from)} AND ${name} < ${numberSql(own, to)}`;
}

function checkNumbers(schema: TableSchema, column: string, fault: string): ColumnSchema {
  const own = columnOf(schema, column);
  if (own.kind === 'text' || own.kind === 'int32[]') throw badFilter(schema, column, fault);
  return own;
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

function badFilter(schema: TableSchema, column: string, fault: string): WeftError {
  return new WeftError({ code: 'BAD-QUERY', message: `column ${schema.name}.${column} ${fault}` });
}
