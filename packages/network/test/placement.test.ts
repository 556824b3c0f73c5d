import { createRandom } from '@weft/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addRoutes,
  allFree,
  allPairs,
  buildNetwork,
  listedPlacement,
  placementNamed,
  placements,
  routeNetwork,
} from '../src/index.ts';
import { someNetwork } from './support/some-networks.ts';

describe('placements', () => {
  it('give each job its number of free hosts, none twice, and the same for the same seed', () => {
    fc.assert(
      fc.property(
        someNetwork,
        fc.constantFrom(...placements),
        fc.integer(),
        ([family, params], placement, seed) => {
          const network = buildNetwork(family, params);
          const free = allFree(network);
          free[network.hosts[0]] = 0;
          const available = network.hosts.length - 1;
          const sizes = [Math.floor(available / 2), Math.floor(available / 3)];
          const placed = placement.place(sizes, network, free, createRandom(seed));
          expect(placed.map((hosts) => hosts.length)).toEqual(sizes);
          const all = placed.flatMap((hosts) => [...hosts]);
          expect(new Set(all).size).toBe(all.length);
          expect(all.every((host) => free[host] === 1)).toBe(true);
          expect(placement.place(sizes, network, free, createRandom(seed))).toEqual(placed);
          expect(() => placement.place([available + 1], network, free, createRandom(seed))).toThrow(
            'are free',
          );
        },
      ),
      { numRuns: 100 },
    );
  });

  it('round-robin puts neighbouring ranks on different switches; pod-packed fills pods', () => {
    const network = buildNetwork('fat-tree', { ports: 8, pods: 4 });
    const random = createRandom(1);
    const [round] = placementNamed('round-robin').place([16], network, allFree(network), random);
    expect(new Set(Array.from(round, (host) => Math.floor(host / 4))).size).toBe(16);
    const packed = placementNamed('pod-packed').place([20, 10, 12], network, allFree(network), random);
    const podsOf = (hosts: Int32Array) =>
      new Set(Array.from(hosts, (host) => network.vertices.pod[host])).size;
    expect(packed.map(podsOf)).toEqual([2, 1, 1]);
  });

  it('takes hosts from lists by name or id and says which is wrong', () => {
    const network = buildNetwork('fat-tree', { ports: 4 });
    const free = allFree(network);
    const place = (lists: (string | number)[][]) =>
      listedPlacement(lists)
        .place([2], network, free, createRandom(1))
        .map((hosts) => [...hosts]);
    expect(place([['n3', 1]])).toEqual([[3, 1]]);
    expect(() => place([['n3']])).toThrow('job 0 needs 2 hosts, its list has 1');
    expect(() => place([['n3', 'n3']])).toThrow('n3 is not free');
    expect(() => place([['n3', 'x']])).toThrow('x is no host');
    expect(() => place([['n3', 16]])).toThrow('16 is not free or not a host');
  });
});

describe('an 800-node all-to-all job on the 3200-node machine', () => {
  const network = buildNetwork('fat-tree', { ports: 40, pods: 8 });
  const routing = routeNetwork(network, 'd-mod-k', { random: createRandom(1), activeHosts: null });

  function measure(hosts: Int32Array) {
    const loads = new Float64Array(network.linkCount);
    addRoutes(routing, allPairs(hosts), loads);
    const { class: kind, direction } = network.links;
    const peak: Record<string, number> = {};
    let hops = 0;
    let used = 0;
    for (let link = 0; link < network.linkCount; link++) {
      const name = kind.dictionary[kind.codes[link]];
      if (name === 'L0-L1' || loads[link] === 0) continue;
      const key = `${name} ${direction.dictionary[direction.codes[link]]}`;
      peak[key] = Math.max(peak[key] ?? 0, loads[link]);
      hops += loads[link];
      used++;
    }
    return { loads, peak, hops, used };
  }

  const packedHosts = network.hosts.filter((host) => host >= 800 && host < 1600);
  const packed = measure(packedHosts);

  it('packed in pods 2 and 3 uses these links exactly', () => {
    expect([packed.hops, packed.used]).toEqual([1_888_000, 3_200]);
    expect(packed.peak).toEqual({ 'L1-L2 up': 780, 'L1-L2 down': 780, 'L2-L3 up': 400, 'L2-L3 down': 400 });
    const { pod } = network.vertices;
    const outside = network.links.id.filter((link) => {
      const pods = [pod[network.links.src[link]], pod[network.links.dst[link]]].filter((p) => p !== -1);
      return packed.loads[link] > 0 && pods.some((p) => p !== 2 && p !== 3);
    });
    expect(outside.length).toBe(0);
  });

  it('fragmented or random, needs more hops and links, with a higher L2-L3 and a lower L1-up peak', () => {
    const cases = ['fragmented', 'random'].flatMap((name) => [1, 2, 3].map((seed) => ({ name, seed })));
    for (const { name, seed } of cases) {
      const [hosts] = placementNamed(name).place([800], network, allFree(network), createRandom(seed));
      const spread = measure(hosts);
      expect(packed.hops / spread.hops).toBeLessThan(0.85);
      expect(packed.hops / spread.hops).toBeGreaterThan(0.75);
      expect(spread.used).toBeGreaterThan(1.8 * packed.used);
      expect(Math.max(spread.peak['L2-L3 up'], spread.peak['L2-L3 down'])).toBeGreaterThan(400);
      expect(spread.peak['L1-L2 up']).toBeLessThan(780);
    }
  });

  it('take networks of any number of hosts, in pods or not', () => {
    const network = buildNetwork('torus', { sizes: [60, 60, 60] });
    const [hosts] = placementNamed('pod-packed').place([200_000], network, allFree(network), createRandom(1));
    expect(hosts.length).toBe(200_000);
  });
});
