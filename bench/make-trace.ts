import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { replicateTrace } from './replicate-dumpi.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Writes a DUMPI trace of at least so many bytes, and gives their number: a real application's beside the repository
 * where there is one, else a small one, repeated.
 */
export function makeTrace(scratch: string, target: string, leastBytes: number): number {
  const shared = process.env.WEFT_SHARED ?? join(root, '..', 'shared');
  const archive = join(shared, 'fixtures/dumpi/own/lammps-eam27/trace.tar.gz');
  let source = join(root, 'fixtures/dumpi/masterworker16');
  if (existsSync(archive)) {
    source = join(scratch, 'source');
    mkdirSync(source, { recursive: true });
    execFileSync('tar', ['-xzf', archive, '-C', source]);
  }
  const once = replicateTrace(source, target, 1);
  const twice = replicateTrace(source, target, 2);
  return replicateTrace(source, target, Math.ceil(leastBytes / (twice - once)) + 1);
}
