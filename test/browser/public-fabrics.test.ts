import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createNetwork, decodeSelection, type TableColumns } from '@weft/model';
import { assumedRouting, tracePath } from '@weft/network';
import { createDataset, openDataset } from '@weft/store';
import { afterAll, describe, expect, it } from 'vitest';
import { importAny } from '../../apps/cli/src/import-any.ts';
import { sharedFixtures } from '../../packages/readers/test/shared-fixtures.ts';
import { exportRows } from './export-panel.ts';
import { settle } from './open-browser.ts';
import { askDataset, servePages } from './serve-pages.ts';

const { folder: shared, present } = sharedFixtures('ib/public');
const made = mkdtempSync(join(tmpdir(), 'weft-public-'));
afterAll(() => rmSync(made, { recursive: true, force: true }));

const FABRICS = {
  psmn: ['psmn-X5/X5.topofile', 'psmn-X5/X5.map'],
  dragonview: ['llnl-dragonview/dnd_net_counters.21.csv.gz', 'llnl-dragonview/dnd_jobs.21.csv'],
  boxfish: [
    'llnl-boxfish/bgpc_links.yaml.gz',
    'llnl-boxfish/bgpc_nodes.yaml.gz',
    'llnl-boxfish/bgpc_map.yaml',
  ],
};

async function importFabric([name, files]: [string, string[]]): Promise<string> {
  const path = join(made, `${name}.weft`);
  const writer = await createDataset(path);
  const paths = files.map((file) => join(shared, file));
  const { facts } = await importAny(paths, writer, {});
  await writer.finish(facts);
  return path;
}

/** Follows the assumed route of every pair of hosts. */
async function routesPerLink(path: string): Promise<number[]> {
  const dataset = await openDataset(path);
  try {
    const network = createNetwork(
      (await dataset.read({ table: 'vertices', orderBy: ['id'] })).columns as TableColumns<'vertices'>,
      (await dataset.read({ table: 'links', orderBy: ['id'] })).columns as TableColumns<'links'>,
    );
    const routing = assumedRouting(network);
    const hops = new Int32Array(2 * network.vertexCount);
    const counts = Array<number>(network.linkCount).fill(0);
    for (const from of network.hosts) {
      for (const to of network.hosts) {
        const length = from === to ? 0 : tracePath(routing, from, to, hops);
        for (const link of hops.subarray(0, Math.max(0, length))) counts[link]++;
      }
    }
    return counts;
  } finally {
    await dataset.close();
  }
}

const linesOf = (file: string): string[] =>
  gunzipSync(readFileSync(join(shared, file)))
    .toString()
    .trim()
    .split('\n');

/** The amount in the bottom bar, exactly. */
async function total(): Promise<number> {
  const text = await pages.page.locator('.remainder span').last().getAttribute('title');
  return Number(text?.replace(/[^\d]/g, ''));
}

const pages = servePages(() =>
  present ? Promise.all(Object.entries(FABRICS).map(importFabric)) : Promise.resolve([]),
);
const { open, panel } = pages;

describe.skipIf(!present)('public fabrics', () => {
  it('opens the counters of an Aries machine with its hottest links, and the sums of the file', async () => {
    await open('#/d/dragonview');
    const flits = linesOf(FABRICS.dragonview[0])
      .slice(1)
      .map((line) => Number(line.split(',')[7]));
    expect(await total()).toBe(flits.reduce((sum, value) => sum + value, 0));
    const listed = (await exportRows(panel('hottest-links'))).map((row) => Number(row.flits));
    expect(listed).toEqual(flits.sort((a, b) => b - a).slice(0, 100));
    const head = await panel('hottest-links').getByRole('columnheader').allTextContents();
    expect(head.some((text) => text.includes('flits'))).toBe(true);
    expect(head.some((text) => text.includes('Bytes'))).toBe(false);
  });

  it('has one cell a link, by source and destination group, and brushes values as the fat tree does', async () => {
    await open('#/d/dragonview');
    const [links] = await askDataset(
      join(made, 'dragonview.weft'),
      "SELECT count(*) FROM links WHERE class IN ('green', 'black', 'blue')",
    );
    const rows = await exportRows(panel('dragonfly'));
    expect(rows).toHaveLength(links);
    expect(new Set(rows.map(({ link }) => link)).size).toBe(links);
    const box = (await panel('histogram').locator('canvas').last().boundingBox())!;
    await pages.page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.5);
    await pages.page.mouse.down();
    await pages.page.mouse.move(box.x + box.width * 0.8, box.y + box.height * 0.5, { steps: 6 });
    await pages.page.mouse.up();
    await settle(pages.page);
    const range = decodeSelection(new URL(pages.page.url()).hash.split('?')[1] ?? '').value!;
    const flits = linesOf(FABRICS.dragonview[0])
      .slice(1)
      .map((line) => Number(line.split(',')[7]));
    const inRange = flits.filter((value) => value >= range[0] && value <= range[1]);
    expect(range[0]).toBeGreaterThan(0);
    expect(inRange.length).toBeGreaterThan(0);
    expect(inRange.length).toBeLessThan(4694);
    const shown = (await exportRows(panel('dragonfly'))).filter((row) => row.shown === '1');
    expect(shown).toHaveLength(inRange.length);
    expect(await total()).toBe(inRange.reduce((sum, value) => sum + value, 0));
  });

  it('opens the packets of a Blue Gene/P as a torus with its hottest links, and the sums of the file', async () => {
    await open('#/d/boxfish');
    const packets = new Map<string, number>();
    for (const line of linesOf(FABRICS.boxfish[0]).slice(13)) {
      const fields = line.trim().split(' ');
      packets.set(fields[0], (packets.get(fields[0]) ?? 0) + Number(fields[8]));
    }
    const sums = [...packets.values()].sort((a, b) => b - a);
    expect(await total()).toBe(sums.reduce((sum, value) => sum + value, 0));
    const listed = (await exportRows(panel('hottest-links'))).map((row) => Number(row.packets));
    expect(listed).toEqual(sums.slice(0, 100));
    expect(await panel('torus').locator('[data-field=finding]').textContent()).toContain(
      'close a ring are low',
    );
  });

  it('opens a production fabric without counters with the links that most routes use, and the sum over their hops', async () => {
    await open('#/d/psmn');
    await panel('fat-tree').locator('canvas').first().waitFor();
    expect(await pages.page.locator('.remainder').textContent()).toContain('of 318');
    const routes = await routesPerLink(join(made, 'psmn.weft'));
    expect(await total()).toBe(routes.reduce((sum, count) => sum + count, 0));
    const listed = (await exportRows(panel('hottest-links'))).map((row) => Number(row.routes));
    expect(listed).toEqual(routes.sort((a, b) => b - a).slice(0, 100));
  });
});
