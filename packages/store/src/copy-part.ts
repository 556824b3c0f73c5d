import { type DuckDBConnection, LIST, VARCHAR } from '@duckdb/node-api';
import type { ColumnSchema } from '@weft/model';
import type { PartBuffer } from './part-buffer.ts';
import { quoteName, quoteText } from './sql-text.ts';

const PARQUET_OPTIONS = 'FORMAT parquet, COMPRESSION zstd, COMPRESSION_LEVEL 1, ROW_GROUP_SIZE 131072';

/**
 * Version 2 packs integers as differences to their neighbours: on message rows both faster and smaller
 * than any compression of version 1 (bench/store.ts). Doubles and distinct texts it would write in
 * encodings that not every reader knows (fastparquet), so parts with those stay with version 1.
 */
function parquetVersion({ schema, dictionaries, rows }: PartBuffer): 'v1' | 'v2' {
  const doubles = Object.values(schema.columns).some(({ kind }) => kind === 'float64');
  const distinctTexts = [...dictionaries.values()].some(({ texts }) => texts.length * 10 > rows);
  return doubles || distinctTexts ? 'v1' : 'v2';
}

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
  const options = `${PARQUET_OPTIONS}, PARQUET_VERSION ${parquetVersion(buffer)}`;
  await connection.run(`COPY (${select}) TO ${quoteText(file)} (${options})`);
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
