import type { DuckDBInstance } from '@duckdb/node-api';
import { type Frame, WeftError } from '@weft/model';
import { withConnection } from './engine.ts';
import { resultChunks } from './result-chunks.ts';
import { sqlError } from './sql-error.ts';
import { SqlFrameBuilder } from './sql-frame.ts';
import { checkSql } from './sql-guard.ts';
import type { SqlOptions } from './store-api.ts';

const DEFAULT_MAX_ROWS = 10_000_000;

export async function runSql(
  engine: DuckDBInstance,
  folder: string,
  text: string,
  options: SqlOptions,
): Promise<Frame> {
  const { maxRows = DEFAULT_MAX_ROWS, signal } = options;
  return withConnection(engine, signal, async (connection) => {
    try {
      await checkSql(connection, text);
      const result = await connection.stream(text);
      const builder = new SqlFrameBuilder(result.deduplicatedColumnNames(), result.columnTypes());
      for await (const chunk of resultChunks(result)) {
        builder.add(chunk);
        if (builder.rows > maxRows) throw tooLarge(maxRows);
      }
      return builder.take();
    } catch (error) {
      throw sqlError(error, folder);
    }
  });
}

function tooLarge(maxRows: number): WeftError {
  return new WeftError({
    code: 'RESULT-TOO-LARGE',
    message: `the result has more than ${maxRows.toLocaleString('en-US')} rows`,
    advice: 'Add a LIMIT, a WHERE or a GROUP BY.',
  });
}
