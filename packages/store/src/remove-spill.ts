import { rmSync } from 'node:fs';
import { spillFolder } from './duckdb/create-duckdb.ts';

/** Removes what the engine of a process put aside on the disk, where the process itself no longer can. */
export function removeSpill(pid: number): void {
  rmSync(spillFolder(pid), { recursive: true, force: true });
}
