import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { cancelled, engineError } from './engine-error.ts';
import type { OpenOptions } from './store-api.ts';

/** Loads DuckDB when it is first needed: who only writes does not wait for it. */
export async function createEngine(options: OpenOptions): Promise<DuckDBInstance> {
  const { DuckDBInstance } = await import('./duckdb.ts');
  return DuckDBInstance.create(':memory:', {
    temp_directory: join(tmpdir(), `weft-${process.pid}`),
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    ...(options.threads ? { threads: String(options.threads) } : {}),
    ...(options.memory ? { memory_limit: options.memory } : {}),
  });
}

/** Runs work on a connection of its own, which an aborted signal interrupts. */
export async function withConnection<R>(
  engine: DuckDBInstance,
  signal: AbortSignal | undefined,
  work: (connection: DuckDBConnection) => Promise<R>,
): Promise<R> {
  if (signal?.aborted) throw cancelled();
  const connection = await engine.connect();
  const interrupt = () => connection.interrupt();
  signal?.addEventListener('abort', interrupt, { once: true });
  try {
    const result = await work(connection);
    if (signal?.aborted) throw cancelled();
    return result;
  } catch (error) {
    throw signal?.aborted ? cancelled() : engineError(error);
  } finally {
    signal?.removeEventListener('abort', interrupt);
    connection.closeSync();
  }
}
