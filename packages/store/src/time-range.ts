import { join } from 'node:path';
import type { Manifest } from '@weft/model';
import { createEngine, withConnection } from './engine.ts';
import { quoteName, quoteText } from './sql-text.ts';

/** Columns that say when something happened; `routes.epoch` and times of profiles say less. */
const TIME_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  counters: ['time'],
  jobs: ['start', 'end'],
  messages: ['send_start', 'send_end', 'recv_start', 'recv_end'],
  collectives: ['enter', 'exit'],
  spans: ['enter', 'exit'],
  loads: ['time'],
};

/** First and last time in the tables. A counter covers the interval before its time. */
export async function findTimeRange(
  folder: string,
  tables: Manifest['tables'],
  interval: number,
): Promise<[number, number] | null> {
  const selects = Object.entries(tables).flatMap(([table, facts]) => {
    const files = (facts?.parts ?? []).map((part) => quoteText(join(folder, part.path))).join(', ');
    const before = table === 'counters' || table === 'loads' ? interval : 0;
    return (TIME_COLUMNS[table] ?? []).map(
      (column) =>
        `SELECT CAST(min(${quoteName(column)}) AS DOUBLE) - ${before} AS first, ` +
        `CAST(max(${quoteName(column)}) AS DOUBLE) AS last FROM read_parquet([${files}])`,
    );
  });
  if (selects.length === 0) return null;
  const engine = await createEngine({ threads: 1 });
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
