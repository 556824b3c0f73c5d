import { join } from 'node:path';
import type { Manifest } from '@weft/model';
import { createEngine, withConnection } from './engine.ts';
import { quoteText } from './sql-text.ts';

/** Messages in all, where rows stand for several of them; undefined where each row is one message. */
export async function countMessages(
  folder: string,
  { messages }: Manifest['tables'],
): Promise<number | undefined> {
  if (!messages || messages.rows === 0) return undefined;
  const files = messages.parts.map((part) => quoteText(join(folder, part.path))).join(', ');
  const engine = await createEngine({ threads: 1 });
  try {
    return await withConnection(engine, undefined, async (connection) => {
      const sql = `SELECT CAST(sum(count) AS DOUBLE) FROM read_parquet([${files}])`;
      const [[total]] = (await connection.runAndReadAll(sql)).getRowsJS();
      return total === messages.rows ? undefined : Number(total);
    });
  } finally {
    engine.closeSync();
  }
}
