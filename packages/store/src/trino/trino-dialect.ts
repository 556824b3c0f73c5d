import type { SqlDialect } from '../sql-dialect.ts';
import { quoteName } from '../sql-text.ts';

/** Text is read as it is; integers are added up as decimals, which hold more than 2^63. */
export const trinoDialect: SqlDialect = {
  text: (_table, column) => quoteName(column),
  matches: (text, pattern) => `regexp_like(${text}, '(?i)' || ${pattern})`,
  addend: (integer) => `CAST(${integer} AS DECIMAL(38, 0))`,
  repeat: (query, name, first, last) =>
    `SELECT * FROM (${query}) CROSS JOIN UNNEST(sequence(${first}, ${last})) AS numbers(${quoteName(name)})`,
  keepsOrder: false,
};
