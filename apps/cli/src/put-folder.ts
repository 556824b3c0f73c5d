import { renameSync, rmSync } from 'node:fs';

/** Moves a folder to its place, whatever is there; where another process does the same at this moment, one of the two stays. */
export function putFolder(folder: string, place: string): void {
  const before = `${folder}-before`;
  moveUnless(place, before, ['ENOENT']);
  moveUnless(folder, place, ['ENOTEMPTY', 'EEXIST']);
  for (const left of [before, folder]) rmSync(left, { recursive: true, force: true });
}

function moveUnless(from: string, to: string, reasons: readonly unknown[]): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && reasons.includes(error.code))) throw error;
  }
}
