import type { DuckDBDataChunk, DuckDBResult, ResultReturnType } from '@duckdb/node-api';
import { cancelled, outOfMemory } from '../engine-error.ts';

/** What a result is once it has failed. */
const FAILED: ResultReturnType = 0;

/** The chunks of a result; the next one is fetched by the engine while the caller works on this one. */
export async function* resultChunks(
  result: DuckDBResult,
  signal?: AbortSignal,
): AsyncGenerator<DuckDBDataChunk> {
  let next = fetchChunk(result);
  try {
    for (;;) {
      const chunk = await next;
      if (signal?.aborted) throw cancelled();
      if (!chunk?.rowCount) {
        // A query that runs out of memory after its first rows seems to have no more of them.
        if (result.returnType === FAILED) throw outOfMemory();
        return;
      }
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
