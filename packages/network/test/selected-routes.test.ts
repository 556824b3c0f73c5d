import { createRandom, textAt } from '@weft/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildNetwork,
  hostsAt,
  markPairs,
  markThroughWaypoints,
  NOTHING_CHOSEN,
  type RouteChoice,
  routerNamed,
  selectedRoutes,
  switchLinks,
  tracePath,
} from '../src/index.ts';

const network = buildNetwork('fat-tree', { ports: 36, pods: 4 });
const routing = routerNamed('d-mod-k').route(network, { random: createRandom(1), activeHosts: null });
const hosts = (from: number, to: number) => network.hosts.slice(from, to);

function choose(choice: Partial<RouteChoice>) {
  const found = selectedRoutes(routing, { ...NOTHING_CHOSEN, ...choice })!;
  const links = [...switchLinks(network, found)];
  const switches = [...network.switches].filter((vertex) => found.vertices[vertex] === 1);
  return { found, links, switches };
}

describe('routes of a choice', () => {
  it('of nothing are none', () => {
    expect(selectedRoutes(routing, NOTHING_CHOSEN)).toBeNull();
  });

  it('of jobs: links of all, switches of any or of all (TS-30, TS-33)', () => {
    const jobHosts = [hosts(0, 64), hosts(32, 96)];
    const any = choose({ jobHosts });
    expect(any.links.length).toBe(86);
    expect(any.switches.length).toBe(24);
    expect(choose({ jobHosts, switchesOf: 'all' }).switches.length).toBeLessThan(24);
    const one = choose({ jobHosts: [jobHosts[0]] });
    const up = one.links.filter((link) => textAt(network.links.direction, link) === 'up');
    expect([one.links.length, up.length]).toEqual([136, 72]);
  });

  it('from one host to another are the links of its path (T8)', () => {
    const path = new Int32Array(10);
    const length = tracePath(routing, 0, 700, path);
    const { found } = choose({ sources: [0], destinations: [700] });
    expect([...found.links].flatMap((used, link) => (used ? [link] : []))).toEqual(
      [...path.subarray(0, length)].sort((a, b) => a - b),
    );
  });

  it('from a leaf switch are those of its hosts', () => {
    const leaf = network.links.dst[network.outLinks[network.outOffsets[0]]];
    const asSwitch = choose({ sources: [leaf] });
    const asHosts = choose({ sources: hostsAt(network, leaf) });
    expect(hostsAt(network, leaf).length).toBe(18);
    expect(asSwitch.found.links).toEqual(asHosts.found.links);
  });

  it('from a leaf switch are those of its hosts that the chosen jobs have', () => {
    const leaf = network.links.dst[network.outLinks[network.outOffsets[0]]];
    const job = hosts(10, 64);
    const asSwitch = choose({ sources: [leaf], jobHosts: [job] });
    const asHosts = choose({ sources: [...hosts(10, 18)], jobHosts: [job] });
    expect(asSwitch.found.links).toEqual(asHosts.found.links);
  });

  it('from hosts without a rank of the chosen jobs are none: jobs come first (T9)', () => {
    const { found } = choose({ sources: [0], jobHosts: [hosts(10, 64)] });
    expect(found.links.includes(1)).toBe(false);
    const leaf = network.links.dst[network.outLinks[network.outOffsets[0]]];
    expect(choose({ sources: [leaf], jobHosts: [hosts(100, 164)] }).links).toEqual([]);
  });

  it('from an upper switch on are those below it', () => {
    const top = [...network.switches].find((vertex) => network.vertices.level[vertex] === 3)!;
    const { found, links } = choose({ sources: [top], destinations: [0] });
    expect(found.vertices[top]).toBe(1);
    for (const link of links) expect(textAt(network.links.direction, link)).toBe('down');
  });

  it('of a job through a link all use it (T9)', () => {
    const job = hosts(0, 64);
    const link = choose({ jobHosts: [job] }).links[0];
    const through = choose({ jobHosts: [job], through: [link] });
    expect(through.found.links[link]).toBe(1);
    expect(through.links.length).toBeLessThan(136);
    let expected = 0;
    const path = new Int32Array(10);
    const used = new Set<number>();
    for (const a of job) {
      for (const b of job) {
        const length = a === b ? 0 : tracePath(routing, a, b, path);
        const own = [...path.subarray(0, Math.max(0, length))];
        if (!own.includes(link)) continue;
        expected++;
        for (const each of own) used.add(each);
      }
    }
    expect(expected).toBeGreaterThan(0);
    expect(through.found.links.reduce((sum, mark) => sum + mark, 0)).toBe(used.size);
  });
});

describe('routes from and to ports', () => {
  const small = buildNetwork('fat-tree', { ports: 8, pods: 4 });
  const random = createRandom(3);
  const routings = ['d-mod-k', 'sssp'].map((name) =>
    routerNamed(name).route(small, { random, activeHosts: null }),
  );
  const someLinks = fc.uniqueArray(fc.constantFrom(...small.links.id), { maxLength: 2 });
  const job = fc.uniqueArray(fc.constantFrom(...small.hosts), { minLength: 2, maxLength: 40 });

  /** Every pair of hosts in turn; of a route that passes both kinds of ports, the part between them. */
  function followPairs(
    routing: (typeof routings)[number],
    nodes: readonly number[],
    from: number[],
    to: number[],
  ) {
    const links = new Uint8Array(small.linkCount);
    const path = new Int32Array(10);
    for (const a of nodes) {
      for (const b of nodes) {
        const length = a === b ? 0 : tracePath(routing, a, b, path);
        const route = [...path.subarray(0, Math.max(0, length))];
        for (const start of from.length > 0 ? from : [route[0]]) {
          for (const end of to.length > 0 ? to : [route[route.length - 1]]) {
            if (!route.includes(start) || !route.includes(end)) continue;
            for (const link of route.slice(route.indexOf(start), route.indexOf(end) + 1)) links[link] = 1;
          }
        }
      }
    }
    return links;
  }

  it('are the parts of the routes of the job from there on, or up to there (T8, T9)', () => {
    fc.assert(
      fc.property(fc.nat(1), job, someLinks, someLinks, (which, nodes, from, to) => {
        fc.pre(from.length + to.length > 0);
        const found = selectedRoutes(routings[which], {
          ...NOTHING_CHOSEN,
          jobHosts: [Int32Array.from(nodes)],
          sourcePorts: from,
          destinationPorts: to,
        })!;
        expect(found.links).toEqual(followPairs(routings[which], nodes, from, to));
      }),
      { numRuns: 200 },
    );
  });

  it('of a port above a leaf of the job reach exactly d(l) and N(J) (TS-32)', () => {
    const nodes = [...small.hosts].filter((_, i) => i % 3 !== 0);
    for (const routing of routings) {
      const leaf = small.links.dst[small.outLinks[small.outOffsets[nodes[0]]]];
      for (const link of small.outLinks.subarray(small.outOffsets[leaf], small.outOffsets[leaf + 1])) {
        if (textAt(small.links.direction, link) !== 'up') continue;
        const found = selectedRoutes(routing, {
          ...NOTHING_CHOSEN,
          jobHosts: [Int32Array.from(nodes)],
          sourcePorts: [link],
        })!;
        const reached = [...small.hosts].filter((host) => found.vertices[host] === 1);
        const carried = nodes.filter((host) => routing.nextLink(leaf, host, nodes[0]) === link);
        expect(reached).toEqual(carried);
      }
    }
  });
});

describe('routes from way points outwards', () => {
  const small = buildNetwork('fat-tree', { ports: 8, pods: 4 });
  const smallRouting = routerNamed('d-mod-k').route(small, { random: createRandom(1), activeHosts: null });
  const blank = () => ({
    links: new Uint8Array(small.linkCount),
    vertices: new Uint8Array(small.vertexCount),
  });
  const upper = [...small.switches].filter((vertex) => small.vertices.level[vertex] > 1);
  const oneOf = (list: ArrayLike<number>) => fc.constantFrom(...Array.from(list));
  const some = (list: ArrayLike<number>, most: number) =>
    fc.uniqueArray(oneOf(list), { minLength: 0, maxLength: most });

  it('mark what following every pair marks', () => {
    const ends = fc.record({
      sources: fc.oneof(fc.constant([...small.hosts]), some(small.hosts, 12)),
      dests: fc.oneof(fc.constant([...small.hosts]), some(small.hosts, 12)),
      fromWaypoints: some(upper, 2),
      toWaypoints: some(upper, 2),
      through: some(small.links.id, 2),
    });
    fc.assert(
      fc.property(ends, (one) => {
        fc.pre(one.fromWaypoints.length + one.toWaypoints.length + one.through.length > 0);
        const [slow, fast] = [blank(), blank()];
        markPairs(smallRouting, one, slow);
        markThroughWaypoints(smallRouting, one, fast);
        expect(fast).toEqual(slow);
      }),
      { numRuns: 300 },
    );
  });

  it('also where links are chosen so that routes exist', () => {
    const pair = fc.tuple(oneOf(small.hosts), oneOf(small.hosts)).filter(([a, b]) => a !== b);
    fc.assert(
      fc.property(pair, fc.nat(5), fc.nat(5), ([a, b], i, j) => {
        const path = new Int32Array(10);
        const length = tracePath(smallRouting, a, b, path);
        const through = [...new Set([path[i % length], path[j % length]])];
        const ends = {
          sources: small.hosts,
          dests: small.hosts,
          fromWaypoints: [],
          toWaypoints: [],
          through,
        };
        const [slow, fast] = [blank(), blank()];
        markPairs(smallRouting, ends, slow);
        markThroughWaypoints(smallRouting, ends, fast);
        expect(fast).toEqual(slow);
        expect(fast.links[path[0]]).toBe(1);
      }),
    );
  });

  it('of a port alone are the routes it carries, d(l) their destinations (T8)', () => {
    const leaf = network.links.dst[network.outLinks[network.outOffsets[0]]];
    const up = network.outLinks
      .subarray(network.outOffsets[leaf], network.outOffsets[leaf + 1])
      .find((link) => textAt(network.links.direction, link) === 'up')!;
    const { found } = choose({ through: [up] });
    const reached = [...network.hosts].filter((host) => found.vertices[host] === 1);
    const own = hostsAt(network, leaf);
    const carried = [...network.hosts].filter((host) => routing.nextLink(leaf, host, own[0]) === up);
    expect(carried.length).toBe(71);
    expect(reached.sort((a, b) => a - b)).toEqual([...new Set([...carried, ...own])].sort((a, b) => a - b));
  });
});
