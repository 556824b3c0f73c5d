import { createRandom, textAt } from '@weft/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildNetwork,
  hostsAt,
  markPairs,
  markThroughWays,
  type RouteChoice,
  routerNamed,
  selectedRoutes,
  switchLinks,
  tracePath,
} from '../src/index.ts';

const network = buildNetwork('fat-tree', { ports: 36, pods: 4 });
const routing = routerNamed('d-mod-k').route(network, { random: createRandom(1), activeHosts: null });
const nothing: RouteChoice = { sources: [], destinations: [], jobHosts: [], through: [], switchesOf: 'any' };
const hosts = (from: number, to: number) => network.hosts.slice(from, to);

function choose(choice: Partial<RouteChoice>) {
  const found = selectedRoutes(routing, { ...nothing, ...choice })!;
  const links = [...switchLinks(network, found)];
  const switches = [...network.switches].filter((vertex) => found.vertices[vertex] === 1);
  return { found, links, switches };
}

describe('routes of a choice', () => {
  it('of nothing are none', () => {
    expect(selectedRoutes(routing, nothing)).toBeNull();
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
      fromWays: some(upper, 2),
      toWays: some(upper, 2),
      through: some(small.links.id, 2),
    });
    fc.assert(
      fc.property(ends, (one) => {
        fc.pre(one.fromWays.length + one.toWays.length + one.through.length > 0);
        const [slow, fast] = [blank(), blank()];
        markPairs(smallRouting, one, slow);
        markThroughWays(smallRouting, one, fast);
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
        const ends = { sources: small.hosts, dests: small.hosts, fromWays: [], toWays: [], through };
        const [slow, fast] = [blank(), blank()];
        markPairs(smallRouting, ends, slow);
        markThroughWays(smallRouting, ends, fast);
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
