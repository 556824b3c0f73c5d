import { totalmem } from 'node:os';

/** Bytes of memory this process may count on: those of the machine, or of the container it runs in. */
export function machineMemory(): number {
  const allowed = process.constrainedMemory() ?? 0;
  return allowed > 0 ? Math.min(allowed, totalmem()) : totalmem();
}
