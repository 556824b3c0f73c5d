import type { DuckDBDataChunk, DuckDBResult } from '@duckdb/node-api';

/** The chunks of a result; the next one is fetched by the engine while the caller works on this one. */
export async function* resultChunks(result: DuckDBResult): AsyncGenerator<DuckDBDataChunk> {
  let next = fetchChunk(result);
  try {
    for (;;) {
      const chunk = await next;
      if (!chunk?.rowCount) return;
      next = fetchChunk(result);
      yield chunk;
    }
  } finally {
    await next.catch(() => null);
  }
}

/** A failure is thrown when its turn comes; until then it may not count as unhandled. */
function fetchChunk(result: DuckDBResult): Promise<DuckDBDataChunk | null> {
  const chunk = result.fetchChunk();
  chunk.catch(() => {});
  return chunk;
}
