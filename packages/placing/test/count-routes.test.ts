import { batchFromRows, createRandom, MemorySink, type Network, networkTables, tables } from '@weft/model';
import { buildNetwork, type Routing, routeNetwork, routesBatch, tracePath } from '@weft/network';
import { describe, expect, it } from 'vitest';
import { countRoutes, FabricSink } from '../src/index.ts';

const tree = buildNetwork('fat-tree', { ports: 4, pods: 2 });
const routed = (network: Network, router: string) =>
  routeNetwork(network, router, { random: createRandom(1), activeHosts: null });

async function siteOf(network: Network): Promise<{ sink: MemorySink; site: FabricSink }> {
  const sink = new MemorySink();
  const site = new FabricSink(sink);
  const { vertices, links } = networkTables(network);
  await site.write('vertices', vertices);
  await site.write('links', links);
  return { sink, site };
}

/** Follows every pair on its own. */
function countedSlowly(routing: Routing): Map<number, number> {
  const { hosts, vertexCount } = routing.network;
  const path = new Int32Array(2 * vertexCount);
  const counts = new Map<number, number>();
  for (const from of hosts) {
    for (const to of hosts) {
      const hops = from === to ? 0 : tracePath(routing, from, to, path);
      for (const link of path.subarray(0, hops)) counts.set(link, (counts.get(link) ?? 0) + 1);
    }
  }
  return counts;
}

const countsOf = (sink: MemorySink) =>
  new Map(sink.rows('counters').flatMap(({ link, value }) => (value === 0 ? [] : [[link, value] as const])));

describe('routes through the links of a fabric without counters', () => {
  it('are those of its forwarding tables, which is said with their number', async () => {
    const routing = routed(tree, 'up-down');
    const { sink, site } = await siteOf(tree);
    await site.write('routes', routesBatch(routing, 0));
    const counted = await countRoutes(site, sink);
    expect(countsOf(sink)).toEqual(countedSlowly(routing));
    const pairs = tree.hosts.length * (tree.hosts.length - 1);
    expect(counted?.diagnostics).toMatchObject([{ code: 'MODELLED', count: pairs }]);
    expect(counted?.metrics[0].doc).toContain('by its newest forwarding tables: modelled, not measured');
  });

  it('are those its family would have where there are no tables', async () => {
    const { sink, site } = await siteOf(tree);
    const counted = await countRoutes(site, sink);
    expect(countsOf(sink)).toEqual(countedSlowly(routed(tree, 'd-mod-k')));
    expect(counted?.metrics[0].doc).toContain('d-mod-k routes, since there are no tables');
  });

  it('are not counted in a fabric of too many hosts, which is said', async () => {
    const { sink, site } = await siteOf(tree);
    const counted = await countRoutes(site, sink, tree.hosts.length - 1);
    const [{ code, count }] = counted?.diagnostics ?? [];
    expect([code, count, counted?.metrics]).toEqual(['ROUTES-NOT-COUNTED', tree.hosts.length, []]);
    expect(sink.rows('counters')).toEqual([]);
  });

  it('are left alone where links were measured', async () => {
    const { sink, site } = await siteOf(tree);
    await site.write(
      'counters',
      batchFromRows(tables.counters, [{ time: 0, link: 0, metric: 'data', value: 1 }]),
    );
    expect(await countRoutes(site, sink)).toBeNull();
    expect(sink.rows('counters')).toHaveLength(1);
  });
});
