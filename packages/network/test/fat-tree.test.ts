import { createRandom, type Network } from '@weft/model';
import { describe, expect, it } from 'vitest';
import {
  addRoutes,
  allPairs,
  buildNetwork,
  linksOfJob,
  type Routing,
  removeParts,
  routeNetwork,
  switchLinks,
  tracePath,
} from '../src/index.ts';

const options = { random: createRandom(1), activeHosts: null };
const route = (network: Network, name: string): Routing => routeNetwork(network, name, options);
const machine1296 = buildNetwork('fat-tree', { ports: 36, pods: 4 });
const machine3200 = buildNetwork('fat-tree', { ports: 40, pods: 8 });

function counts(network: Network) {
  const { level, bundle } = network.vertices;
  const at = (l: number): number => network.switches.filter((v) => level[v] === l).length;
  return [network.hosts.length, at(1), at(2), at(3), Math.max(...bundle.filter((b) => b >= 0)) + 1];
}

function directedSwitchLinks(network: Network): number {
  return network.linkCount - 2 * network.hosts.length;
}

describe('k-port trees of P pods', () => {
  it('have the counts of the formulas for every legal P', () => {
    for (const k of [4, 8, 12, 16, 24, 36]) {
      for (let pods = 2; pods <= Math.min(k, 12); pods += 2) {
        if (k % pods !== 0) continue;
        const network = buildNetwork('fat-tree', { ports: k, pods });
        const expected = [(pods * k * k) / 4, (pods * k) / 2, (pods * k) / 2, (pods * k) / 4, pods / 2];
        expect(counts(network)).toEqual(expected);
        expect(directedSwitchLinks(network)).toBe(pods * k * k);
        expect(middlesPerPodAndBundle(network)).toEqual(new Set([k / pods]));
      }
    }
  });

  it('the k = 4 tree, the 1296-node and the 3200-node machine', () => {
    expect(counts(buildNetwork('fat-tree', { ports: 4 }))).toEqual([16, 8, 8, 4, 2]);
    expect(counts(machine1296)).toEqual([1296, 72, 72, 36, 2]);
    expect(middlesPerPodAndBundle(machine1296)).toEqual(new Set([9]));
    expect(counts(machine3200)).toEqual([3200, 160, 160, 80, 4]);
    expect(middlesPerPodAndBundle(machine3200)).toEqual(new Set([5]));
  });

  it.each([
    [8, 128, 32, 32, 16],
    [16, 1024, 128, 128, 64],
    [24, 3456, 288, 288, 144],
    [32, 8192, 512, 512, 256],
    [36, 11664, 648, 648, 324],
    [48, 27648, 1152, 1152, 576],
    [64, 65536, 2048, 2048, 1024],
  ])('the full k = %i tree', (ports, ...expected) => {
    const network = buildNetwork('fat-tree', { ports });
    expect(counts(network).slice(0, 4)).toEqual(expected);
    expect(directedSwitchLinks(network)).toBe(ports ** 3);
  });

  it('the k = 64 tree has 327,680 switch ports, all in use', () => {
    const network = buildNetwork('fat-tree', { ports: 64 });
    const ports = network.linkCount - network.hosts.length;
    expect(ports).toBe(327_680);
    const routing = route(network, 'd-mod-k');
    expect(routing.table).toBeNull();
    expect(tracePath(routing, 0, 65_535, new Int32Array(8))).toBe(6);
  });

  it('a way between pods crosses 5 switches and 6 links', () => {
    const way = new Int32Array(8);
    const links = tracePath(route(machine1296, 'd-mod-k'), 0, 1295, way);
    expect(links).toBe(6);
    const levels = [...way.subarray(0, 5)].map((l) => machine1296.vertices.level[machine1296.links.dst[l]]);
    expect(levels).toEqual([1, 2, 3, 2, 1]);
  });

  it('refuses parameters no such tree has, naming the rule', () => {
    expect(() => buildNetwork('fat-tree', { ports: 36, pods: 5 })).toThrow('pods: pods must divide ports');
    expect(() => buildNetwork('fat-tree', { ports: 7 })).toThrow('ports must be even');
    expect(() => buildNetwork('fat-tree', { ports: 256 })).toThrow(
      'the leaves alone would have 8,388,608 cables',
    );
    expect(() => buildNetwork('fat-tree', { ports: 8, pods: 1 })).toThrow('0.5 bundles');
    expect(() => buildNetwork('fat-tree', { ports: 8, colour: 1 })).toThrow('colour');
    expect(() => buildNetwork('fat-tree', { ports: 8, levels: 2, leaves: 3 })).toThrow('leaves must divide');
  });
});

function middlesPerPodAndBundle(network: Network): Set<number> {
  const { level, pod, bundle } = network.vertices;
  const found = new Map<string, number>();
  for (const v of network.switches) {
    if (level[v] !== 2) continue;
    const key = `${pod[v]}/${bundle[v]}`;
    found.set(key, (found.get(key) ?? 0) + 1);
  }
  return new Set(found.values());
}

function loadsByClass(network: Network, routing: Routing, hosts: Int32Array) {
  const loads = new Float64Array(network.linkCount);
  const sums = addRoutes(routing, allPairs(hosts), loads);
  const found: Record<string, Set<number>> = {};
  const { class: kind, direction } = network.links;
  for (let link = 0; link < network.linkCount; link++) {
    const name = `${kind.dictionary[kind.codes[link]]} ${direction.dictionary[direction.codes[link]]}`;
    found[name] ??= new Set();
    found[name].add(loads[link]);
  }
  return { loads, sums, found };
}

describe('D-mod-k', () => {
  it.each([
    [4, 4, 14, 12],
    [36, 4, 1278, 972],
    [40, 8, 3180, 2800],
  ])(
    'k = %i, P = %i: all-to-all puts %i routes on each L1-L2 and %i on each L2-L3 link',
    (ports, pods, low, high) => {
      const network = buildNetwork('fat-tree', { ports, pods });
      for (const name of ports < 40 ? ['d-mod-k', 's-mod-k'] : ['d-mod-k']) {
        const { found, sums } = loadsByClass(network, route(network, name), network.hosts);
        expect(found['L1-L2 up']).toEqual(new Set([low]));
        expect(found['L1-L2 down']).toEqual(new Set([low]));
        expect(found['L2-L3 up']).toEqual(new Set([high]));
        expect(found['L2-L3 down']).toEqual(new Set([high]));
        expect(sums.failed).toBe(0);
      }
    },
  );

  it('all 1,295 shifts of the 1296-node machine put at most one route on a link; hashing does not', () => {
    const shift = (routing: Routing, by: number): number => {
      const src = machine1296.hosts;
      const dst = src.map((host) => (host + by) % 1296);
      const loads = new Float64Array(machine1296.linkCount);
      addRoutes(routing, { src, dst, weight: Float64Array.of(1) }, loads);
      return loads.reduce((a, b) => Math.max(a, b), 0);
    };
    const dModK = route(machine1296, 'd-mod-k');
    for (let by = 1; by < 1296; by++) expect(shift(dModK, by)).toBe(1);
    const hashed = route(machine1296, 'min-hop-hashed');
    expect(Math.max(...[1, 17, 324, 648].map((by) => shift(hashed, by)))).toBeGreaterThan(2);
  });

  it.each([
    { ports: 8, levels: 2, leaves: 4 },
    { ports: 8, levels: 2, leaves: 8 },
    { ports: 12, levels: 2, leaves: 6, hostsPerLeaf: 8 },
    { ports: 8, pods: 4, hostsPerLeaf: 6 },
    { ports: 12, pods: 4, hostsPerLeaf: 6, coreUplinks: 3 },
  ])('balances parallel cables and over-subscribed trees: %j', (params) => {
    const network = buildNetwork('fat-tree', params);
    const { found } = loadsByClass(network, route(network, 'd-mod-k'), network.hosts);
    const spreads = Object.values(found).map((loads) => Math.max(...loads) / Math.min(...loads));
    expect(Math.max(...spreads)).toBeLessThanOrEqual('hostsPerLeaf' in params ? 2 : 1);
  });

  it('does the same computed and with tables', () => {
    const network = buildNetwork('fat-tree', { ports: 12, pods: 6 });
    const whole = route(network, 'd-mod-k');
    const { network: damaged, linkMap } = removeParts(network, { links: [network.linkCount - 1] });
    const rest = route(damaged, 'd-mod-k');
    const way = new Int32Array(8);
    const other = new Int32Array(8);
    let different = 0;
    for (const src of network.hosts) {
      for (const dst of network.hosts) {
        const length = tracePath(whole, src, dst, way);
        const expected = [...way.subarray(0, length)].map((link) => linkMap[link]);
        expect(tracePath(rest, src, dst, other)).toBe(length);
        if (expected.includes(-1)) continue;
        if (expected.join() !== [...other.subarray(0, length)].join()) different++;
      }
    }
    expect(different / network.hosts.length ** 2).toBeLessThan(0.05);
  });
});

describe('footprints of jobs on the 1296-node machine', () => {
  const routing = route(machine1296, 'd-mod-k');
  const range = (from: number, to: number): number[] =>
    Array.from({ length: to - from + 1 }, (_, i) => from + i);
  const linksOf = (hosts: number[]): Int32Array => switchLinks(machine1296, linksOfJob(routing, hosts));
  const by = (links: Int32Array, name: string): number => {
    const { class: kind, direction } = machine1296.links;
    return links.filter(
      (l) => `${kind.dictionary[kind.codes[l]]} ${direction.dictionary[direction.codes[l]]}` === name,
    ).length;
  };
  const switchesAt = (hosts: number[], level: number): number => {
    const { vertices } = linksOfJob(routing, hosts);
    return machine1296.switches.filter((v) => vertices[v] === 1 && machine1296.vertices.level[v] === level)
      .length;
  };

  it('nodes 0-63: 136 links (72 up, 64 down), 4 L1, 18 L2', () => {
    const links = linksOf(range(0, 63));
    expect([links.length, by(links, 'L1-L2 up'), by(links, 'L1-L2 down')]).toEqual([136, 72, 64]);
    expect([1, 2, 3].map((level) => switchesAt(range(0, 63), level))).toEqual([4, 18, 0]);
  });

  it('nodes 32-95: 154 links, 86 of them in common, 24 switches of either', () => {
    const first = linksOf(range(0, 63));
    const second = linksOf(range(32, 95));
    expect(second.length).toBe(154);
    expect(first.filter((link) => second.includes(link)).length).toBe(86);
    const either = [range(0, 63), range(32, 95)].map((hosts) => linksOfJob(routing, hosts).vertices);
    expect(machine1296.switches.filter((v) => either[0][v] === 1 || either[1][v] === 1).length).toBe(24);
  });

  it('nodes 0-31 and 324-355: 264 links (72, 64, 64, 64), 4 L3', () => {
    const hosts = [...range(0, 31), ...range(324, 355)];
    const links = linksOf(hosts);
    const parts = ['L1-L2 up', 'L1-L2 down', 'L2-L3 up', 'L2-L3 down'].map((name) => by(links, name));
    expect([links.length, ...parts]).toEqual([264, 72, 64, 64, 64]);
    expect(switchesAt(hosts, 3)).toBe(4);
  });
});
