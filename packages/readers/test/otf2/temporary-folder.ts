import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** In memory where the system offers it: thousands of small files are written. */
const base = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** Makes folders that are gone after the tests of the file. */
export function temporaryFolders(): () => string {
  const made: string[] = [];
  afterAll(() => {
    for (const folder of made) rmSync(folder, { recursive: true, force: true });
  });
  return () => {
    const folder = mkdtempSync(join(base, 'weft-otf2-'));
    made.push(folder);
    return folder;
  };
}
