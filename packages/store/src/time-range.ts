import { join } from 'node:path';
import { type Manifest, tableNames, timeColumns } from '@weft/model';
import { createDuckdb, withConnection } from './duckdb/create-duckdb.ts';
import { quoteName, quoteText } from './sql-text.ts';

/** First and last time in the tables. A counter covers the interval before its time. */
export async function findTimeRange(
  folder: string,
  tables: Manifest['tables'],
  interval: number,
): Promise<[number, number] | null> {
  const selects = tableNames.flatMap((table) => {
    const parts = tables[table]?.parts ?? [];
    if (parts.length === 0) return [];
    const files = parts.map((part) => quoteText(join(folder, part.path))).join(', ');
    const before = table === 'counters' || table === 'loads' ? interval : 0;
    return (timeColumns[table] ?? []).map(
      (column) =>
        `SELECT CAST(min(${quoteName(column)}) AS DOUBLE) - ${before} AS first, ` +
        `CAST(max(${quoteName(column)}) AS DOUBLE) AS last FROM read_parquet([${files}])`,
    );
  });
  if (selects.length === 0) return null;
  const engine = await createDuckdb({ threads: 1 });
  try {
    return await withConnection(engine, undefined, async (connection) => {
      const sql = `SELECT min(first), max(last) FROM (${selects.join(' UNION ALL ')})`;
      const [[first, last]] = (await connection.runAndReadAll(sql)).getRowsJS();
      return typeof first === 'number' && typeof last === 'number' ? [first, last] : null;
    });
  } finally {
    engine.closeSync();
  }
}
