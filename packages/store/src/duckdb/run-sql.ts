import { type DuckDBDataChunk, type DuckDBInstance, DuckDBListVector } from '@duckdb/node-api';
import { SqlFrameBuilder, type SqlKind } from '../sql-frame.ts';
import { DEFAULT_MAX_BYTES, DEFAULT_MAX_ROWS, tooLarge } from '../sql-limits.ts';
import type { SqlFrame, SqlOptions } from '../store-api.ts';
import { withConnection } from './create-duckdb.ts';
import { resultChunks } from './result-chunks.ts';
import { sqlError } from './sql-error.ts';
import { checkSql } from './sql-guard.ts';
import { sqlKind } from './sql-kind.ts';

const MAX_COLUMNS = 1000;

export async function runSql(
  engine: DuckDBInstance,
  folder: string,
  text: string,
  options: SqlOptions,
): Promise<SqlFrame> {
  const { maxRows = DEFAULT_MAX_ROWS, maxBytes = DEFAULT_MAX_BYTES, signal } = options;
  return withConnection(engine, signal, async (connection) => {
    try {
      await checkSql(connection, text);
      const result = await connection.stream(text);
      if (result.columnCount > MAX_COLUMNS) throw tooLarge(MAX_COLUMNS, 'columns');
      const kinds = result.columnTypes().map(sqlKind);
      const builder = new SqlFrameBuilder(result.columnNames(), kinds, maxBytes);
      for await (const chunk of resultChunks(result)) {
        builder.add(chunk.rowCount, (index) => valuesOf(chunk, index, kinds[index]));
        if (builder.rows > maxRows) throw tooLarge(maxRows, 'rows');
      }
      return builder.take();
    } catch (error) {
      throw sqlError(error, folder);
    }
  });
}

/** Items of lists of integers; whatever else there is comes as it is. */
function valuesOf(chunk: DuckDBDataChunk, index: number, kind: SqlKind): (row: number) => unknown {
  const vector = chunk.getColumnVector(index);
  if (kind !== 'list' || !(vector instanceof DuckDBListVector)) return (row) => vector.getItem(row);
  return (row) => vector.getItem(row)?.items ?? null;
}
