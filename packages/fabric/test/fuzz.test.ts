import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { fuzzFabric } from './support/fuzz-fabric.ts';
import { fuzzSets } from './support/fuzz-sets.ts';

const CASES = 40;
const folder = mkdtempSync(join(tmpdir(), 'weft-fuzz-fabric-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(Object.entries(fuzzSets))(
  'damaged files of %s are read or refused with the place',
  async (name, files) => {
    const { imported, refused } = await fuzzFabric(files, join(folder, name), CASES, `test ${name}`);
    expect(imported + refused).toBe(CASES);
  },
);
