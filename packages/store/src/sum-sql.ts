import {
  type Blocks,
  type ColumnSchema,
  type SumQuery,
  type TableSchema,
  tableSchema,
  WeftError,
} from '@weft/model';
import { columnOf, doubleSql, whereSql } from './filter-sql.ts';
import { lastingSql } from './lasting-sql.ts';
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

type ValueSql = (name: string, schema: ColumnSchema) => string;

export function sumSql(query: SumQuery, dialect: SqlDialect, valueSql: ValueSql): string {
  const { by, sums, largest } = query;
  const schema = tableSchema(query.table);
  // Codes of texts begin with -1 for none; an engine that sorts the texts themselves has to be told so.
  const isCoded = (name: string) => {
    const { kind, distinct } = columnOf(schema, name);
    return kind === 'text' && !distinct;
  };
  const places = by.map((name, index) => `${index + 1}${isCoded(name) ? ' NULLS FIRST' : ''}`);
  const order = largest ? [`${by.length + 1 + sums.indexOf(largest.by)} DESC`, ...places] : places;
  return [
    query.foremost ? foremostSql(query, dialect, valueSql) : groupsSql(query, dialect, valueSql),
    places.length > 0 ? `ORDER BY ${order.join(', ')}` : '',
    largest ? `LIMIT ${largest.groups}` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

function groupsSql(query: SumQuery, dialect: SqlDialect, valueSql: ValueSql): string {
  const { table, by, blocks, sums, within, lasting, least = [], most = [] } = query;
  const schema = tableSchema(table);
  const isRead = (name: string) => name !== lasting?.from && !blocks?.[name];
  const groupSql = (name: string) => {
    if (name === lasting?.from) return quoteName(name);
    return blocks?.[name]
      ? blockSql(numeric(schema, name), blocks[name])
      : valueSql(name, columnOf(schema, name));
  };
  const values = [
    ...by.map(groupSql),
    ...sums.map((name) =>
      lasting && name === 'lasting'
        ? addSql(quoteName(name), true, dialect)
        : addedSql(schema, name, within?.[name], dialect),
    ),
    ...least.map((name) => `coalesce(CAST(min(${numeric(schema, name)}) AS DOUBLE), -1)`),
    ...most.map((name) => `coalesce(CAST(max(${numeric(schema, name)}) AS DOUBLE), -1)`),
  ];
  const names = sumAnswer(query).map(({ name }) => quoteName(name));
  // Numbers are grouped as they are stored, which is faster; texts and blocks as they are read.
  const groups = by.map((name, index) =>
    isRead(name) && columnOf(schema, name).kind !== 'text'
      ? `${quoteName(table)}.${quoteName(name)}`
      : String(index + 1),
  );
  const source = lasting ? `(${lastingSql(query, dialect)}) AS ${quoteName(table)}` : quoteName(table);
  return [
    `SELECT ${values.map((value, index) => `${value} AS ${names[index]}`).join(', ')} FROM ${source}`,
    lasting ? '' : whereSql(schema, query, dialect),
    groups.length > 0 ? `GROUP BY ${groups.join(', ')}` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** Sums over the groups of all values of one column, with the value that has most. */
function foremostSql(query: SumQuery, dialect: SqlDialect, valueSql: ValueSql): string {
  const { by, sums, foremost = '', least, most = [] } = query;
  if (least || most.some((name) => name !== sums[0])) throw badForemost();
  const { most: _, ...inner } = query;
  const value = quoteName(foremost);
  const told = by.map((name) =>
    name === foremost
      ? `min_by(${value}, ROW(-${quoteName(sums[0])}, ${value})) AS ${value}`
      : quoteName(name),
  );
  const added = [
    ...sums.map((name) => `sum(${quoteName(name)}) AS ${quoteName(name)}`),
    ...most.map((name) => `max(${quoteName(name)}) AS ${quoteName(`most_${name}`)}`),
  ];
  const places = by.flatMap((name, index) => (name === foremost ? [] : [String(index + 1)]));
  return [
    `SELECT ${[...told, ...added].join(', ')} FROM (${groupsSql(inner, dialect, valueSql)})`,
    places.length > 0 ? `GROUP BY ${places.join(', ')}` : '',
  ].join(' ');
}

function badForemost(): WeftError {
  const message = 'of the foremost of groups only the largest first sum can be told';
  return new WeftError({ code: 'BAD-QUERY', message });
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
  return addSql(value, isInteger, dialect);
}

function addSql(value: string, isInteger: boolean, dialect: SqlDialect): string {
  return `coalesce(CAST(sum(${isInteger ? dialect.addend(value) : value}) AS DOUBLE), 0e0)`;
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
