import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom, networkTables } from '@weft/model';
import { buildNetwork, routeNetwork, routesBatch } from '@weft/network';
import { createDataset } from '@weft/store';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { main } from '../src/main.ts';

const folder = mkdtempSync(join(tmpdir(), 'weft-route-'));
const dataset = join(folder, 'tree.weft');

beforeAll(async () => {
  const network = buildNetwork('fat-tree', { ports: 4 });
  const writer = await createDataset(dataset);
  const { vertices, links } = networkTables(network);
  const guid = { codes: Int32Array.from(vertices.columns.id), dictionary: guidsOf(vertices.rows) };
  await writer.write('vertices', { ...vertices, columns: { ...vertices.columns, guid } });
  await writer.write('links', links);
  const routing = routeNetwork(network, 'd-mod-k', { random: createRandom(1), activeHosts: null });
  await writer.write('routes', routesBatch(routing, 0));
  await writer.finish({ title: 'Tree' });
});

function guidsOf(count: number): string[] {
  return Array.from(
    { length: count },
    (_, vertex) => `0x0002c9030000${vertex.toString(16).padStart(4, '0')}`,
  );
}

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(...args: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text: unknown, ...rest: unknown[]) => {
    out.push(String(text));
    for (const done of rest) if (typeof done === 'function') done();
    return true;
  });
  vi.spyOn(console, 'error').mockImplementation((text: unknown) => err.push(String(text)));
  try {
    const code = await main(['route', dataset, ...args]);
    return { code, out: out.join(''), err: err.join('\n') };
  } finally {
    vi.restoreAllMocks();
  }
}

describe('weft route', () => {
  it('follows the table hop by hop: five switches and six links between pods (TS-13)', async () => {
    const { code, out } = await run('--from', '0', '--to', '15', '--json');
    const route = JSON.parse(out);
    expect(code).toBe(0);
    expect([route.links, route.switches, route.hops.length]).toEqual([6, 5, 6]);
    expect(route.hops.map((hop: { direction: string }) => hop.direction)).toEqual([
      'up',
      'up',
      'up',
      'down',
      'down',
      'down',
    ]);
  });

  it('takes GUIDs', async () => {
    const { code, out } = await run('--from', '0x0002c90300000000', '--to', '0002C9030000000F');
    expect(code).toBe(0);
    expect(out).toContain('n0 to n15: 6 links, 5 switches');
  });

  it('takes names and another router', async () => {
    const { code, out } = await run('--from', 'n0', '--to', 'n1', '--router', 'min-hop');
    expect(code).toBe(0);
    expect(out).toContain('n0 to n1: 2 links, 1 switches');
  });

  it('says what is wrong', async () => {
    expect(await run('--from', 'n0', '--to', 'mars')).toMatchObject({
      code: 1,
      err: expect.stringContaining('UNKNOWN-VERTEX'),
    });
    expect(await run('--from', 'n0', '--to', 'n1', '--router', 'tarot')).toMatchObject({
      code: 1,
      err: expect.stringContaining('UNKNOWN-ROUTER'),
    });
    expect(await run('--from', 'n0')).toMatchObject({ code: 2 });
  });
});
