import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { listAt, textAt } from '@weft/model';
import { describe, expect, it } from 'vitest';
import { sharedFixtures } from '../../readers/test/shared-fixtures.ts';
import { hopTexts } from './support/hop-texts.ts';
import { parseIbtracert } from './support/ibtracert.ts';
import { type ImportedFabric, importFabric } from './support/import-fabric.ts';
import { createLidTracer } from './support/trace-lids.ts';

const { folder: shared, present } = sharedFixtures('ib');
const folders = !present
  ? []
  : [
      ...readdirSync(join(shared, 'own')).map((name) => join(shared, 'own', name)),
      join(shared, 'public/psmnX5-routed'),
    ].filter((folder) => existsSync(join(folder, 'topology.ibnetdiscover')));

const FAMILIES: Record<string, unknown> = {
  dragonfly1056: { family: 'dragonfly', params: { hostsPerSwitch: 4, switchesPerGroup: 8, globalLinks: 4 } },
  dragonfly72: { family: 'dragonfly', params: { hostsPerSwitch: 2, switchesPerGroup: 4, globalLinks: 2 } },
  ft3200: { family: 'fat-tree', params: { ports: 40, levels: 3, pods: 8 } },
  k4: { family: 'fat-tree', params: { ports: 4, levels: 3, pods: 4 } },
  'k4-lmc2': { family: 'fat-tree', params: { ports: 4, levels: 3, pods: 4 } },
  qft256: { family: 'kary-ntree', params: { arity: 4, layers: 4 } },
  torus444: { family: 'torus', params: { sizes: [4, 4, 4], io: false, hostsPerSwitch: 1 } },
  torus44442: { family: 'torus', params: { sizes: [4, 4, 4, 4, 2], io: false, hostsPerSwitch: 1 } },
  torus655: { family: 'torus', params: { sizes: [6, 5, 5], io: false, hostsPerSwitch: 1 } },
  treescope1296: { family: 'fat-tree', params: { ports: 36, levels: 3, pods: 4 } },
  'psmnX5-routed': { family: 'graph', params: { levels: 2 } },
};

describe.skipIf(!present)('InfiniBand fabrics beside the repository', () => {
  it.each(folders)('%s has its hosts, switches, links, family and levels', async (folder) => {
    const fabric = await importFabric([join(folder, 'topology.ibnetdiscover')]);
    const said = /(\d+) switches, (\d+) CA ports, (\d+) links/.exec(
      readFileSync(join(folder, 'README.md'), 'utf8'),
    )!;
    const { switches, hosts, linkCount } = fabric.network;
    expect([switches.length, hosts.length, linkCount / 2]).toEqual(said.slice(1).map(Number));
    expect(fabric.report.facts.network).toEqual(FAMILIES[basename(folder)]);
    if (existsSync(join(folder, 'truth.nodes.csv'))) expectStructure(fabric, join(folder, 'truth.nodes.csv'));
  });

  const engines = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.startsWith('lft.'))
      .map((name) => [basename(folder), name.split('.')[1], folder, name]),
  );
  it.each(engines)('%s routed by %s: every traced pair hop by hop', async (_, engine, folder, table) => {
    const fabric = await importFabric([join(folder, 'topology.ibnetdiscover'), join(folder, table)]);
    const trace = createLidTracer(fabric);
    const pairs = parseIbtracert(readFileSync(join(folder, `ibtracert.${engine}.txt`), 'utf8'));
    expect(pairs.length).toBeGreaterThanOrEqual(20);
    for (const { from, to, status, hops } of pairs) {
      const route = trace(from, to);
      expect(route.status).toBe(status);
      expect(hopTexts(fabric.network, fabric.sink, route.links)).toEqual(hops);
    }
  });
});

/** Levels are equal; pods, groups and coordinates divide the nodes as the truth does, whatever their numbers. */
function expectStructure({ network }: ImportedFabric, file: string): void {
  const [head, ...lines] = readFileSync(file, 'utf8').trim().split('\n');
  const names = head.split(',');
  const rows = lines.map((line) =>
    Object.fromEntries(line.split(',').map((value, at) => [names[at], value])),
  );
  const vertex = new Map(Array.from(network.vertices.id, (id) => [textAt(network.vertices.guid, id), id]));
  const { level, pod, bundle, coord } = network.vertices;
  const isTree = rows.some((row) => row.role === 'L3' || /^L\d/.test(row.desc));
  const parts = { pods: new Map<string, number>(), bundles: new Map<string, number>() };
  for (const row of rows) {
    const id = vertex.get(row.guid)!;
    if (isTree && row.level) expect(level[id]).toBe(Number(row.level));
    const said = row.pod || row.group;
    if (!said) continue;
    const [known, found] = row.role === 'L3' ? [parts.bundles, bundle[id]] : [parts.pods, pod[id]];
    if (!known.has(said)) known.set(said, found);
    expect(found).toBe(known.get(said));
  }
  for (const known of Object.values(parts)) expect(new Set(known.values()).size).toBe(known.size);
  const grid = rows.filter((row) => row.type === 'Switch' && row.coord?.includes('.') && !isTree);
  expect(new Set(grid.map((row) => listAt(coord, vertex.get(row.guid)!).join('.'))).size).toBe(grid.length);
  expectSameGrid(
    grid.map((row) => row.coord.split('.').map(Number)),
    grid.map((row) => [...listAt(coord, vertex.get(row.guid)!)]),
  );
}

/** Dimensions may come in another order, turned or begun elsewhere: the steps between any two nodes are the same. */
function expectSameGrid(told: readonly number[][], found: readonly number[][]): void {
  for (let from = 0; from < Math.min(12, told.length); from++)
    expect(found.map((at) => stepsBetween(found, found[from], at))).toEqual(
      told.map((at) => stepsBetween(told, told[from], at)),
    );
}

/** Steps along each ring by the shorter way, least first. */
function stepsBetween(all: readonly number[][], from: readonly number[], to: readonly number[]): number[] {
  const sizes = from.map((_, d) => 1 + Math.max(...all.map((at) => at[d])));
  return sizes
    .map((size, d) => Math.min((to[d] - from[d] + size) % size, (from[d] - to[d] + size) % size))
    .sort((a, b) => a - b);
}
