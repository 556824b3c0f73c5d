import type { DuckDBInstance } from '@duckdb/node-api';
import { type Frame, WeftError } from '@weft/model';
import { SqlFrameBuilder } from '../sql-frame.ts';
import type { SqlOptions } from '../store-api.ts';
import { withConnection } from './create-duckdb.ts';
import { resultChunks } from './result-chunks.ts';
import { sqlError } from './sql-error.ts';
import { checkSql } from './sql-guard.ts';

const DEFAULT_MAX_ROWS = 10_000_000;
const DEFAULT_MAX_BYTES = 2 ** 30;
const MAX_COLUMNS = 1000;

export async function runSql(
  engine: DuckDBInstance,
  folder: string,
  text: string,
  options: SqlOptions,
): Promise<Frame> {
  const { maxRows = DEFAULT_MAX_ROWS, maxBytes = DEFAULT_MAX_BYTES, signal } = options;
  return withConnection(engine, signal, async (connection) => {
    try {
      await checkSql(connection, text);
      const result = await connection.stream(text);
      if (result.columnCount > MAX_COLUMNS) throw tooLarge(MAX_COLUMNS, 'columns');
      const builder = new SqlFrameBuilder(result.deduplicatedColumnNames(), result.columnTypes(), maxBytes);
      for await (const chunk of resultChunks(result)) {
        builder.add(chunk);
        if (builder.rows > maxRows) throw tooLarge(maxRows, 'rows');
      }
      return builder.take();
    } catch (error) {
      throw sqlError(error, folder);
    }
  });
}

function tooLarge(limit: number, what: 'rows' | 'columns'): WeftError {
  return new WeftError({
    code: 'RESULT-TOO-LARGE',
    message: `the result has more than ${limit.toLocaleString('en-US')} ${what}`,
    advice: what === 'rows' ? 'Add a LIMIT, a WHERE or a GROUP BY.' : 'Name the columns that matter.',
  });
}
