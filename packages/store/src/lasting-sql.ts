import { type Blocks, type SumQuery, tableSchema, WeftError } from '@weft/model';
import { columnOf, doubleSql, whereSql } from './filter-sql.ts';
import type { SqlDialect } from './sql-dialect.ts';
import { quoteName } from './sql-text.ts';

const LASTING = 'lasting';
const BEGIN = quoteName('begin of it');
const END = quoteName('end of it');

/**
 * The rows of a query of what lasts, once for each block that they reach into: the column they begin by is the number of
 * the block, and `lasting` the time they spend in it.
 */
export function lastingSql(query: SumQuery, dialect: SqlDialect): string {
  const { table, by, blocks, lasting } = query;
  if (!lasting || !blocks?.[lasting.from]) throw badLasting('needs blocks of the time it begins by');
  const { from, width, blocks: count } = wholeBlocks(blocks[lasting.from]);
  const schema = tableSchema(table);
  const [enter, exit] = [lasting.from, lasting.to].map((name) => {
    columnOf(schema, name);
    return quoteName(name);
  });
  const kept = by.filter((name) => name !== lasting.from).map(quoteName);
  const length = width * count;
  const where = whereSql(schema, query, dialect);
  const reached = `${exit} > ${enter} AND ${enter} < ${from + length} AND ${exit} > ${from}`;
  const whole = [
    `SELECT ${[...kept, `greatest(0, ${enter} - ${from}) AS ${BEGIN}`, `least(${length}, ${exit} - ${from}) AS ${END}`].join(', ')}`,
    `FROM ${quoteName(table)} ${where ? `${where} AND` : 'WHERE'} ${reached}`,
  ].join(' ');
  const blockOf = (time: string) => `CAST(floor(${time} / ${doubleSql(width)}) AS BIGINT)`;
  const pieces = dialect.repeat(whole, lasting.from, blockOf(BEGIN), blockOf(`(${END} - 1)`));
  const time = `least(${END}, (${enter} + 1) * ${width}) - greatest(${BEGIN}, ${enter} * ${width})`;
  const columns = [...kept, `CAST(${enter} AS INTEGER) AS ${enter}`, `${time} AS ${quoteName(LASTING)}`];
  return `SELECT ${columns.join(', ')} FROM (${pieces})`;
}

function wholeBlocks(blocks: Blocks): Blocks {
  const { from, width } = blocks;
  if (Number.isSafeInteger(from) && Number.isSafeInteger(width) && width > 0) return blocks;
  throw badLasting('needs blocks of integers');
}

function badLasting(fault: string): WeftError {
  return new WeftError({ code: 'BAD-QUERY', message: `a sum of what lasts ${fault}` });
}
