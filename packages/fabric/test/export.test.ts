import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom, type Network, textAt } from '@weft/model';
import { buildNetwork, type Routing, routeNetwork, routingFromRoutes } from '@weft/network';
import { afterAll, describe, expect, it } from 'vitest';
import { fabricIdentity, ibsimNet, opensmDump } from '../src/index.ts';
import { type ImportedFabric, importFabric } from './support/import-fabric.ts';

const folder = mkdtempSync(join(tmpdir(), 'weft-export-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function writeAndRead(network: Network, routing: Routing): Promise<ImportedFabric> {
  const identity = fabricIdentity(network, null);
  const [net, lfts] = [join(folder, 'net'), join(folder, 'lfts')];
  writeFileSync(net, [...ibsimNet(identity)].join(''));
  writeFileSync(lfts, [...opensmDump(identity, routing)].join(''));
  return importFabric([net, lfts]);
}

describe('a network for the tools of InfiniBand', () => {
  it.each([
    ['fat-tree', { ports: 8 }, 'd-mod-k'],
    ['fat-tree', { ports: 8 }, 'up-down'],
    ['fat-tree', { ports: 8 }, 'sssp'],
    ['kary-ntree', { arity: 3, layers: 3 }, 'd-mod-k'],
    ['torus', { sizes: [4, 3], hostsPerSwitch: 2 }, 'up-down'],
    ['dragonfly', { hostsPerSwitch: 2, switchesPerGroup: 4, globalLinks: 2 }, 'sssp'],
  ])('%s %o with the tables of %s is read back equal', async (family, params, router) => {
    const network = buildNetwork(family, params);
    const routing = routeNetwork(network, router, { random: createRandom(1), activeHosts: null });
    const { network: found, report, sink } = await writeAndRead(network, routing);
    expect(report.facts.network?.family).toBe(family);
    expect(report.facts.diagnostics).toEqual([]);
    const back = routingFromRoutes(found, sink.batches('routes')[0].columns, 0);
    const before = new Map(Array.from(network.vertices.id, (id) => [textAt(network.vertices.name, id), id]));
    const old = Array.from(found.vertices.id, (id) => before.get(textAt(found.vertices.name, id))!);
    for (const vertex of found.switches) {
      for (const host of found.hosts) {
        const expected = network.links.src_port[routing.nextLink(old[vertex], old[host], old[vertex])];
        expect(found.links.src_port[back.nextLink(vertex, host, vertex)]).toBe(expected + 1);
      }
    }
  });

  it('keeps the GUIDs, LIDs and ports of a fabric that was imported', async () => {
    const network = buildNetwork('fat-tree', { ports: 4 });
    const routing = routeNetwork(network, 'd-mod-k', { random: createRandom(1), activeHosts: null });
    const first = await writeAndRead(network, routing);
    const identity = fabricIdentity(first.network, first.sink.batches('lids')[0].columns);
    const path = join(folder, 'again');
    writeFileSync(path, [...ibsimNet(identity)].join(''));
    const again = await importFabric([path]);
    for (const table of ['vertices', 'lids'] as const)
      expect(again.sink.rows(table)).toEqual(first.sink.rows(table));
  });

  it('refuses hosts that are cabled to hosts', () => {
    expect(() => fabricIdentity(buildNetwork('torus', { sizes: [4, 4] }), null)).toThrow(
      'hosts are cabled to hosts',
    );
  });
});
