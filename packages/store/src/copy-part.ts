import { type DuckDBConnection, LIST, VARCHAR } from '@duckdb/node-api';
import type { ColumnSchema } from '@weft/model';
import type { PartBuffer } from './part-buffer.ts';
import { quoteName, quoteText } from './sql-text.ts';

/**
 * Version 2 packs neighbouring integers as differences. With zstd 1 on 3 M message rows that was both
 * the fastest and the smallest of snappy, lz4 and zstd in either version (bench/store.ts).
 */
const PARQUET_OPTIONS =
  'FORMAT parquet, PARQUET_VERSION v2, COMPRESSION zstd, COMPRESSION_LEVEL 1, ROW_GROUP_SIZE 131072';

/** Writes a closed buffer to a Parquet file and drops the buffer. */
export async function copyPart(
  connection: DuckDBConnection,
  buffer: PartBuffer,
  file: string,
): Promise<void> {
  const { name, schema } = buffer;
  const texts = await createTexts(connection, buffer);
  const columns = Object.entries(schema.columns).map(
    ([column, facts]) => `${columnSql(name, texts, column, facts)} AS ${quoteName(column)}`,
  );
  // A join with the dictionaries would not keep the rows in order; a product with one row does.
  const from = [name, texts].filter((table) => table !== null).map(quoteName);
  const select = `SELECT ${columns.join(', ')} FROM ${from.join(', ')}`;
  await connection.run(`COPY (${select}) TO ${quoteText(file)} (${PARQUET_OPTIONS})`);
  for (const table of from) await connection.run(`DROP TABLE ${table}`);
}

function columnSql(
  table: string,
  texts: string | null,
  column: string,
  { kind, optional }: ColumnSchema,
): string {
  const raw = `${quoteName(table)}.${quoteName(column)}`;
  if (kind === 'text') return `${quoteName(texts ?? '')}.${quoteName(column)}[${raw} + 1]`;
  const value = optional ? `nullif(${raw}, -1)` : raw;
  return kind === 'int64' ? `CAST(${value} AS BIGINT)` : value;
}

/** A table of one row: the list of distinct texts of each text column. */
async function createTexts(connection: DuckDBConnection, buffer: PartBuffer): Promise<string | null> {
  const { name, dictionaries } = buffer;
  if (dictionaries.size === 0) return null;
  const table = `${name}.texts`;
  const columns = [...dictionaries.keys()].map((column) => `${quoteName(column)} VARCHAR[]`);
  await connection.run(`CREATE TABLE ${quoteName(table)} (${columns.join(', ')})`);
  const appender = await connection.createAppender(table);
  for (const { texts } of dictionaries.values()) appender.appendList(texts, LIST(VARCHAR));
  appender.endRow();
  appender.closeSync();
  return table;
}
