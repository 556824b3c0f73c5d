import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCommand } from './run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'weft-mapping-'));
const dataset = join(folder, 'halo.weft');

beforeAll(async () => {
  const { code } = await runCommand(['simulate', 'torus-halo-random', '-o', dataset]);
  expect(code).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true }));

it('says of the mapping as it is what the simulation put on the links', async () => {
  const { stdout } = await runCommand(['mapping', dataset, '--orders', 'ABCDET,EDCBAT', '--json']);
  const { mappings } = JSON.parse(stdout);
  expect(mappings.map(({ name }: { name: string }) => name)).toEqual([
    'as it is',
    'ABCDET',
    'EDCBAT',
    'random',
  ]);
  const query = 'select max(v) most, sum(v) total from (select sum(bytes) v from loads group by link)';
  const asked = await runCommand(['sql', dataset, query, '--json']);
  const [{ most, total }] = JSON.parse(asked.stdout);
  expect(mappings[0]).toMatchObject({ mostLoaded: Number(most), linkBytes: Number(total), lost: 0 });
  const { a, b, c, d, e } = mappings[0].dimensions;
  expect(a + b + c + d + e).toBe(mappings[0].linkBytes);
});

it('suggests a mapping that puts less than half on its fullest link, and writes its hosts', async () => {
  const hosts = join(folder, 'hosts.txt');
  const { stdout } = await runCommand(['mapping', dataset, '--suggest', '-o', hosts, '--json']);
  const { mappings, best } = JSON.parse(stdout);
  const found = mappings.find(({ name }: { name: string }) => name === best.name);
  expect(found.mostLoaded).toBeLessThan(mappings[0].mostLoaded / 2);
  expect(readFileSync(hosts, 'utf8').trim().split('\n').map(Number)).toEqual(best.hosts);
  expect(new Set(best.hosts).size).toBe(512);
});

it('refuses what it cannot compare', async () => {
  const wrong = await runCommand(['mapping', dataset, '--orders', 'ABCDZ']);
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('BAD-ORDER')]);
  const none = await runCommand(['mapping', dataset, '--job', '7']);
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('NO-MAPPING')]);
});
