import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { fuzzImport } from './fuzz-import.ts';

const fixtures = fileURLToPath(new URL('../../../fixtures', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'weft-fuzz-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function filesOf(folder: string, pattern: RegExp, most: number) {
  return readdirSync(join(fixtures, folder))
    .filter((name) => pattern.test(name))
    .slice(0, most)
    .map((name) => ({ name, bytes: readFileSync(join(fixtures, folder, name)) }));
}

const sets: readonly [string, ReturnType<typeof filesOf>, number][] = [
  ['dumpi/bswap8', filesOf('dumpi/bswap8', /\.(bin|meta)$/, 2), 800],
  ['dumpi/misc6', filesOf('dumpi/misc6', /\.bin$/, 2), 800],
  ['dumpi/amr16', filesOf('dumpi/amr16', /\.bin$/, 2), 400],
  ['dumpi-text/bswap8', filesOf('dumpi-text/bswap8', /\.txt$/, 1), 2000],
  ['ipm', filesOf('ipm', /bswap8.*\.xml$/, 1), 2000],
];

describe('damaged input', () => {
  it.each(sets)(
    '%s ends in tables that add up or in an error with its place',
    async (name, files, cases) => {
      const outcome = await fuzzImport(files, join(scratch, name), cases, name);
      expect(outcome.imported + outcome.refused).toBe(cases);
    },
    300_000,
  );
});
