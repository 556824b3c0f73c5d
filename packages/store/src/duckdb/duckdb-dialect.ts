import type { SqlDialect } from '../sql-dialect.ts';
import { quoteName } from '../sql-text.ts';

/** Text is read as codes of the column's enum type; a sum of integers is a HUGEINT and exact by itself. */
export const duckdbDialect: SqlDialect = {
  text: (table, column) =>
    `coalesce(CAST(enum_code(CAST(${quoteName(column)} AS ${quoteName(enumName(table, column))})) AS INTEGER), -1)`,
  matches: (text, pattern) => `regexp_matches(${text}, ${pattern}, 'i')`,
  addend: (integer) => integer,
  repeat: (query, name, first, last) =>
    `SELECT *, unnest(generate_series(${first}, ${last})) AS ${quoteName(name)} FROM (${query})`,
  keepsOrder: true,
};

export function enumName(table: string, column: string): string {
  return `${table}.${column}`;
}
