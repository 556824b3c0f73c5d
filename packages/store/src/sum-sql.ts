import {
  type Blocks,
  type ColumnSchema,
  type SumQuery,
  type TableSchema,
  tableSchema,
  WeftError,
} from '@weft/model';
import { columnOf, doubleSql, whereSql } from './filter-sql.ts';
import type { SqlDialect } from './sql-dialect.ts';
import { quoteName } from './sql-text.ts';

interface SumColumn {
  readonly name: string;
  readonly schema: ColumnSchema;
}

const BLOCK: ColumnSchema = { kind: 'int32', doc: 'number of a block' };
const SUM: ColumnSchema = { kind: 'float64', doc: 'a sum' };

/** Groups first, then sums, then smallest and largest values. */
export function sumAnswer({ table, by, blocks, sums, least = [], most = [] }: SumQuery): SumColumn[] {
  const schema = tableSchema(table);
  return [
    ...by.map((name) => ({ name, schema: blocks?.[name] ? BLOCK : columnOf(schema, name) })),
    ...sums.map((name) => ({ name, schema: SUM })),
    ...least.map((name) => ({ name: `least_${name}`, schema: SUM })),
    ...most.map((name) => ({ name: `most_${name}`, schema: SUM })),
  ];
}

export function sumSql(
  query: SumQuery,
  dialect: SqlDialect,
  valueSql: (name: string, schema: ColumnSchema) => string,
): string {
  const { table, by, blocks, sums, within, least = [], most = [], largest } = query;
  const schema = tableSchema(table);
  const groupSql = (name: string) => {
    return blocks?.[name]
      ? blockSql(numeric(schema, name), blocks[name])
      : valueSql(name, columnOf(schema, name));
  };
  const values = [
    ...by.map(groupSql),
    ...sums.map((name) => addedSql(schema, name, within?.[name], dialect)),
    ...least.map((name) => `coalesce(CAST(min(${numeric(schema, name)}) AS DOUBLE), -1)`),
    ...most.map((name) => `coalesce(CAST(max(${numeric(schema, name)}) AS DOUBLE), -1)`),
  ];
  const names = sumAnswer(query).map(({ name }) => quoteName(name));
  const places = by.map((_, index) => String(index + 1));
  // Numbers are grouped as they are stored, which is faster; texts and blocks as they are read.
  const groups = by.map((name, index) =>
    blocks?.[name] || columnOf(schema, name).kind === 'text'
      ? places[index]
      : `${quoteName(table)}.${quoteName(name)}`,
  );
  const order = largest ? [`${by.length + 1 + sums.indexOf(largest.by)} DESC`, ...places] : places;
  return [
    `SELECT ${values.map((value, index) => `${value} AS ${names[index]}`).join(', ')} FROM ${quoteName(table)}`,
    whereSql(schema, query, dialect),
    places.length > 0 ? `GROUP BY ${groups.join(', ')} ORDER BY ${order.join(', ')}` : '',
    largest ? `LIMIT ${largest.groups}` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

function blockSql(name: string, { from, width, blocks }: Blocks): string {
  const block = `floor((CAST(${name} AS DOUBLE) - ${doubleSql(from)}) / ${doubleSql(width)})`;
  const inside = `CAST(least(${doubleSql(blocks - 1)}, greatest(0e0, ${block})) AS INTEGER)`;
  return ifKnown(name, inside, '-1');
}

function addedSql(
  schema: TableSchema,
  name: string,
  within: readonly [number, number] | undefined,
  dialect: SqlDialect,
): string {
  if (name === 'rows') return 'CAST(count(*) AS DOUBLE)';
  const value = within ? withinSql(numeric(schema, name), within) : numeric(schema, name);
  const isInteger = columnOf(schema, name).kind !== 'float64' && (within ?? []).every(Number.isSafeInteger);
  const addend = isInteger ? dialect.addend(value) : value;
  return `coalesce(CAST(sum(${addend}) AS DOUBLE), 0e0)`;
}

/** Integers stay integers where the bounds are, so that their sum is exact. */
function withinSql(name: string, range: readonly [number, number]): string {
  const exact = range.every(Number.isSafeInteger);
  const [from, to] = range.map(exact ? String : doubleSql);
  const value = exact ? name : `CAST(${name} AS DOUBLE)`;
  return ifKnown(name, `greatest(${exact ? '0' : '0e0'}, least(${value}, ${to}) - ${from})`, '0');
}

/** Dialects differ in what the least of NULL and a number is. */
function ifKnown(name: string, value: string, none: string): string {
  return `CASE WHEN ${name} IS NULL THEN ${none} ELSE ${value} END`;
}

function numeric(schema: TableSchema, name: string): string {
  const { kind } = columnOf(schema, name);
  if (kind !== 'text' && kind !== 'int32[]') return quoteName(name);
  throw new WeftError({
    code: 'BAD-QUERY',
    message: `column ${schema.name}.${name} cannot be added up or cut into blocks`,
  });
}
