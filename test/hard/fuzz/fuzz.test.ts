import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom } from '@weft/model';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeRing } from '../../../apps/server/test/write-ring.ts';
import { type FuzzTarget, fuzz, fuzzTargets } from './targets.ts';

const CASES = 2000;
const folder = mkdtempSync(join(tmpdir(), 'weft-fuzz-'));
let targets: FuzzTarget[];

beforeAll(async () => {
  await writeRing(join(folder, 'ring.weft'));
  targets = await fuzzTargets(join(folder, 'ring.weft'), join(folder, 'damaged.weft'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each(['manifest', 'scenario', 'address', 'arrow', 'answer', 'footer', 'dataset', 'engine'])(
  'a damaged %s gives data or an error with a code',
  { timeout: 300_000 },
  async (name) => {
    const target = targets.find((candidate) => candidate.name === name)!;
    const cases = Math.ceil(CASES / target.cost);
    const refused = await fuzz(target, cases, createRandom(`hard ${name}`));
    if (name !== 'address') expect(refused).toBeGreaterThan(0);
  },
);
