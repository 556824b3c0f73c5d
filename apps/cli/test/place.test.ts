import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { placeOnNetwork } from '../src/imports/place-on-network.ts';
import { contentOf } from './dataset-content.ts';
import { runCommand } from './run-command.ts';

const fixtures = fileURLToPath(new URL('../../../fixtures', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'weft-place-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const run = (...args: string[]) => runCommand(args, folder);

async function done(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(...args);
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}

describe('placing', () => {
  it.each(['dumpi/misc6', 'otf2/p-subcoll16'])(
    'gives what the import of %s with a network gives',
    async (trace) => {
      const name = trace.replace('/', '-');
      const options = ['--network', 'torus:sizes=4x4', '--placement', 'random', '--bandwidth', '1 GB/s'];
      await done('import', join(fixtures, trace), '-o', `${name}.weft`);
      await done('place', `${name}.weft`, '-o', `${name}-placed.weft`, '--ranks-per-host', '1', ...options);
      await done('import', join(fixtures, trace), '-o', `${name}-at-once.weft`, ...options);
      const placed = await contentOf(join(folder, `${name}-placed.weft`));
      const atOnce = await contentOf(join(folder, `${name}-at-once.weft`));
      expect(atOnce.tables.hops.length).toBeGreaterThan(0);
      expect(placed.tables).toEqual(atOnce.tables);
      const title = `${atOnce.manifest.title} on torus:sizes=4x4`;
      expect(placed.manifest).toEqual({ ...atOnce.manifest, title });
    },
  );

  it('takes the smallest fat tree by itself, whose links have the speed of the replay', async () => {
    await done('import', join(fixtures, 'dumpi', 'bswap8'), '-o', 'bswap.weft');
    const told = await done('place', 'bswap.weft', '-o', 'tree.weft');
    expect(told).toBe(
      'tree.weft: 8 ranks on fat-tree:ports=4, 1 to a host, 96 links; modelled, not measured\n',
    );
    const sums = `select (select sum(bytes) from loads) as loads, (select sum(value) from counters) as counters,
      (select min(capacity) from links) as least, (select max(capacity) from links) as most`;
    const [found] = JSON.parse(await done('sql', 'tree.weft', sums, '--format', 'json'));
    expect(found).toMatchObject({ least: 12.5e9, most: 12.5e9 });
    expect(found.loads).toBeGreaterThan(0);
    expect(found.counters).toBe(found.loads);
    const without = JSON.parse(await done('place', 'bswap.weft', '-o', 'slow.weft', '--no-replay', '--json'));
    expect(without).toMatchObject({ ranks: 8, links: 96, placement: { ranksPerHost: 1 }, diagnostics: [] });
    const [bare] = JSON.parse(await done('sql', 'slow.weft', sums, '--format', 'json'));
    expect([bare.least, bare.loads]).toEqual([null, found.loads]);
  });

  it('refuses what has a network, what has no messages, and a network that is too small', async () => {
    expect((await run('place', 'tree.weft', '-o', 'no.weft')).stderr).toContain('ON-A-NETWORK');
    await done('import', join(fixtures, 'dumpi', 'bswap8'), '-o', 'calls.weft', '--calls', 'MPI_Barrier');
    expect((await run('place', 'calls.weft', '-o', 'no.weft')).stderr).toContain('NO-MESSAGES');
    await done('import', join(fixtures, 'dumpi', 'amr16'), '-o', 'amr.weft');
    const small = ['--network', 'kary-ntree:arity=2,layers=2'];
    expect((await run('place', 'amr.weft', '-o', 'no.weft', ...small)).stderr).toContain(
      'PLACEMENT-TOO-LARGE',
    );
    expect(existsSync(join(folder, 'no.weft'))).toBe(false);
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('makes a dataset of the user for the page, and nothing of one that is cancelled', async () => {
    process.env.WEFT_HOME = join(folder, 'home');
    const from = join(folder, 'amr.weft');
    const path = await placeOnNetwork(from, {});
    expect(path).toBe(join(folder, 'home', 'imports', 'amr-on-network.weft'));
    const two = await Promise.all([placeOnNetwork(from, {}), placeOnNetwork(from, {})]);
    expect(two.map((made) => basename(made)).sort()).toEqual([
      'amr-on-network-2.weft',
      'amr-on-network-3.weft',
    ]);
    expect((await contentOf(path)).manifest.network).toMatchObject({ family: 'fat-tree' });
    const abort = new AbortController();
    const onProgress = () => abort.abort();
    await expect(placeOnNetwork(from, { signal: abort.signal, onProgress })).rejects.toThrow();
    expect(readdirSync(join(folder, 'home', 'imports')).length).toBe(3);
    delete process.env.WEFT_HOME;
  });
});
