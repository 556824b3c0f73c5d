import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { beginNativeWork } from '@weft/model';
import { cancelled, engineError } from '../engine-error.ts';
import { machineMemory } from '../machine-memory.ts';
import type { OpenOptions } from '../store-api.ts';

const SPILL_BYTES = 16 * 2 ** 30;
/** Expressions inside one another that the engine's parser takes. */
const EXPRESSION_DEPTH = 250;

/** Loads DuckDB before it is needed, which takes longer than most questions. */
export async function loadEngine(): Promise<void> {
  await import('./load-duckdb.ts');
}

/** Loads DuckDB when it is first needed: who only writes does not wait for it. */
export async function createDuckdb(options: OpenOptions): Promise<DuckDBInstance> {
  const { DuckDBInstance } = await import('./load-duckdb.ts');
  const settings = {
    temp_directory: spillFolder(process.pid),
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    memory_limit: `${options.memory ?? Math.floor(machineMemory() / 2)}B`,
    max_temp_directory_size: `${options.spill ?? SPILL_BYTES}B`,
    max_expression_depth: String(EXPRESSION_DEPTH),
    ...(options.threads ? { threads: String(options.threads) } : {}),
  };
  const endNativeWork = beginNativeWork();
  return DuckDBInstance.create(':memory:', settings).finally(endNativeWork);
}

/** Where the engine of a process puts what does not fit into its memory. */
export function spillFolder(pid: number): string {
  return join(tmpdir(), `weft-${pid}`);
}

/** Milliseconds until a query is interrupted again. */
const AGAIN = 50;

/**
 * Interrupts what a connection does once the signal is aborted, again and again until the returned function is called: a
 * query that still waits for a thread hears nothing of an interrupt, and would begin when nobody wants it.
 */
export function interruptWhenAborted(
  connection: Pick<DuckDBConnection, 'interrupt'>,
  signal?: AbortSignal,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  const interrupt = () => {
    connection.interrupt();
    timer = setTimeout(interrupt, AGAIN);
  };
  signal?.addEventListener('abort', interrupt, { once: true });
  return () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', interrupt);
  };
}

interface OpenConnection {
  readonly connection: DuckDBConnection;
  close(): void;
}

/** A connection that an aborted signal interrupts, until it is closed. */
export async function openConnection(engine: DuckDBInstance, signal?: AbortSignal): Promise<OpenConnection> {
  if (signal?.aborted) throw cancelled();
  const endNativeWork = beginNativeWork();
  const connection = await engine.connect().catch((error) => {
    endNativeWork();
    throw error;
  });
  const stopInterrupting = interruptWhenAborted(connection, signal);
  const close = (): void => {
    stopInterrupting();
    connection.closeSync();
    endNativeWork();
  };
  if (!signal?.aborted) return { connection, close };
  close();
  throw cancelled();
}

/** Runs work on a connection of its own, which an aborted signal interrupts. */
export async function withConnection<R>(
  engine: DuckDBInstance,
  signal: AbortSignal | undefined,
  work: (connection: DuckDBConnection) => Promise<R>,
): Promise<R> {
  const { connection, close } = await openConnection(engine, signal);
  try {
    const result = await work(connection);
    if (signal?.aborted) throw cancelled();
    return result;
  } catch (error) {
    throw signal?.aborted ? cancelled() : engineError(error);
  } finally {
    close();
  }
}
