import type { DuckDBInstance } from '@duckdb/node-api';
import { createDuckdb, withConnection } from './create-duckdb.ts';

const BYTES = 16 * 2 ** 20;

/** Has no tables and answers no questions. */
let instance: Promise<DuckDBInstance> | null = null;

/**
 * Gives memory that is free back to the system. Allocators keep it, in every thread for itself; the engine makes those of
 * the whole process give it back when a limit of memory is set.
 */
export async function releaseMemory(): Promise<void> {
  instance ??= createDuckdb({ memory: BYTES, threads: 1 });
  await withConnection(await instance, undefined, (connection) =>
    connection.run(`SET memory_limit = '${BYTES}B'`),
  );
}
