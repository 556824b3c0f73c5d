import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { runCommand } from './run-command.ts';

const trace = fileURLToPath(new URL('../../../fixtures/dumpi/bswap8', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'weft-phases-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ring = {
  version: 1,
  title: 'ring',
  network: { family: 'fat-tree', params: { ports: 4 } },
  routing: 'd-mod-k',
  jobs: [{ name: 'a', ranks: 8, workload: { kind: 'ring', bytes: 1000 } }],
  model: { kind: 'event' },
};

test('an import adds the phases that `weft phases` finds, where it is asked to', async () => {
  const [plain, together] = [join(folder, 'plain.weft'), join(folder, 'together.weft')];
  const { rows } = JSON.parse(
    (await runCommand(['import', trace, '-o', together, '--phases', '--json'])).stdout,
  );
  await runCommand(['import', trace, '-o', plain]);
  const found = JSON.parse((await runCommand(['phases', plain, '--json'])).stdout);
  expect(found.messages).toBe(24);
  expect([rows.phases, rows.message_phases, rows.messages]).toEqual([found.phases, 24, 24]);
});

test('a simulation does, too, but not each of a sweep', async () => {
  const file = join(folder, 'ring.json');
  writeFileSync(file, JSON.stringify(ring));
  const made = await runCommand(['simulate', file, '-o', join(folder, 'ring.weft'), '--phases', '--json']);
  const { rows } = JSON.parse(made.stdout);
  expect(rows.message_phases).toBe(rows.messages);
  writeFileSync(file, JSON.stringify({ ...ring, vary: { routing: ['d-mod-k', 'sssp'] } }));
  const { code, stderr } = await runCommand(['simulate', file, '-o', join(folder, 'sweep'), '--phases']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('--phases is for one scenario')]);
});
