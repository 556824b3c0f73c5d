import { createRandom, type Network, type Random, shuffle } from '@weft/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addRoutes,
  allPairs,
  buildNetwork,
  checkRouting,
  LOOP,
  linksOfJob,
  type Routing,
  removeParts,
  routeNetwork,
  routers,
  routesBatch,
  routesBatches,
  routingFromRoutes,
  tracePath,
  UNREACHABLE,
} from '../src/index.ts';
import { upDownRank } from '../src/routing/up-down.ts';
import { hopsFrom } from './support/breadth-first.ts';
import { someNetwork } from './support/some-networks.ts';

/** Small networks, some with random failures. */
const damagedNetwork = fc
  .tuple(someNetwork, fc.integer(), fc.integer({ min: 0, max: 4 }))
  .map(([[family, params], seed, failures]) => {
    const random = createRandom(seed);
    const built = buildNetwork(family, params);
    if (failures === 0) return { family, network: built, random, intact: true };
    const links = Array.from({ length: failures }, () => random.below(built.linkCount));
    const switches = built.switches.length > 4 ? [built.switches[random.below(built.switches.length)]] : [];
    const { network } = removeParts(built, { links, switches: failures > 2 ? switches : [] });
    return { family, network, random, intact: false };
  });

function route(network: Network, name: string, random: Random): Routing {
  return routeNetwork(network, name, { random, activeHosts: network.hosts.slice(0, 3) });
}

function wayOf(routing: Routing, src: number, dst: number): number[] | null {
  const way = new Int32Array(2 * routing.network.vertexCount);
  const count = tracePath(routing, src, dst, way);
  return count < 0 ? null : [...way.subarray(0, count)];
}

describe('shortest-way routers', () => {
  it.each(['min-hop', 'min-hop-random', 'min-hop-hashed', 'sssp', 'scheduling-aware'])(
    '%s takes as many links as breadth-first search, on every family with failures',
    (name) => {
      fc.assert(
        fc.property(damagedNetwork, ({ network, random }) => {
          const routing = route(network, name, random);
          for (const src of network.hosts) {
            if (random.below(4) !== 0) continue;
            const hops = hopsFrom(network, src);
            for (const dst of network.hosts) {
              const way = wayOf(routing, src, dst);
              expect(way?.length ?? Number.POSITIVE_INFINITY).toBe(hops[dst]);
            }
          }
        }),
        { numRuns: 25 },
      );
    },
  );
});

describe('up*/down*', () => {
  it('reaches every host of its part of the network and never goes up after down', () => {
    fc.assert(
      fc.property(damagedNetwork, ({ network, random }) => {
        const routing = route(network, 'up-down', random);
        const rank = upDownRank(network);
        for (const src of network.hosts) {
          if (random.below(4) !== 0) continue;
          const hops = hopsFrom(network, src);
          for (const dst of network.hosts) {
            const way = wayOf(routing, src, dst);
            expect(way === null).toBe(legalWayMissing(network, rank, src, dst, hops[dst]));
            const climbs = (way ?? []).map((l) => rank[network.links.dst[l]] > rank[network.links.src[l]]);
            expect(climbs.lastIndexOf(true)).toBeLessThanOrEqual(
              climbs.indexOf(false) - 1 + (climbs.includes(false) ? 0 : climbs.length + 1),
            );
          }
        }
      }),
      { numRuns: 40 },
    );
  });
});

/** Whether up and then down reaches dst from src, by plain search over (vertex, has gone down). */
function legalWayMissing(
  network: Network,
  rank: Int32Array,
  src: number,
  dst: number,
  hops: number,
): boolean {
  if (hops === 0) return false;
  const seen = new Set([src * 2]);
  for (const state of seen) {
    const vertex = state >> 1;
    if (vertex === dst) return false;
    for (let at = network.outOffsets[vertex]; at < network.outOffsets[vertex + 1]; at++) {
      const peer = network.links.dst[network.outLinks[at]];
      const falls = rank[peer] < rank[vertex];
      if (falls || (state & 1) === 0) seen.add(peer * 2 + (falls ? 1 : 0));
    }
  }
  return true;
}

describe('every router on every family it accepts', () => {
  it('arrives or says so, without loops, and adds exactly what it crosses', () => {
    fc.assert(
      fc.property(damagedNetwork, fc.constantFrom(...routers), ({ network, random, intact }, router) => {
        if (router.refuses(network) !== null) return;
        const routing = router.route(network, { random, activeHosts: null });
        const report = checkRouting(routing);
        expect(report.loops).toBe(0);
        if (intact) expect(report.unreachable).toBe(0);
        const loads = new Float64Array(network.linkCount);
        const sums = addRoutes(routing, allPairs(network.hosts), loads);
        expect(sums.failed).toBe(report.unreachable);
        expect(sums.hops).toBe(loads.reduce((a, b) => a + b, 0));
        const used = linksOfJob(routing, network.hosts).links;
        if (report.unreachable === 0)
          expect([...used].map(Boolean)).toEqual([...loads].map((load) => load > 0));
      }),
      { numRuns: 150 },
    );
  });

  it('goes through the routes table and back unchanged', () => {
    fc.assert(
      fc.property(damagedNetwork, fc.constantFrom(...routers), ({ network, random }, router) => {
        if (router.refuses(network) !== null) return;
        const routing = router.route(network, { random, activeHosts: null });
        if (routing.bySource) {
          expect(() => routesBatch(routing, 0)).toThrow('chooses by source');
          return;
        }
        const back = routingFromRoutes(network, routesBatch(routing, 5).columns, 10);
        for (const src of network.hosts) {
          for (const dst of network.hosts) expect(wayOf(back, src, dst)).toEqual(wayOf(routing, src, dst));
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('routes over time', () => {
  it('uses the table of the latest epoch at or before the time, else the first', () => {
    const network = buildNetwork('fat-tree', { ports: 8, pods: 4 });
    const early = routesBatch(route(network, 'd-mod-k', createRandom(1)), 100).columns;
    const late = routesBatch(route(network, 'min-hop-random', createRandom(1)), 200).columns;
    const columns = {
      epoch: Float64Array.from([...late.epoch, ...early.epoch]),
      switch: Int32Array.from([...late.switch, ...early.switch]),
      dest: Int32Array.from([...late.dest, ...early.dest]),
      port: Int32Array.from([...late.port, ...early.port]),
    };
    const table = (time: number) => routingFromRoutes(network, columns, time).table?.links;
    const first = routingFromRoutes(network, early, 0).table?.links;
    const second = routingFromRoutes(network, late, 0).table?.links;
    expect(first).not.toEqual(second);
    expect([50, 100, 199].map(table)).toEqual([first, first, first]);
    expect([200, 1e9].map(table)).toEqual([second, second]);
  });

  it('comes in batches, too', () => {
    const network = buildNetwork('fat-tree', { ports: 36, pods: 4 });
    const routing = route(network, 'd-mod-k', createRandom(1));
    const whole = routesBatch(routing, 7);
    const parts = [...routesBatches(routing, 7, 10_000)];
    expect(parts).toHaveLength(26);
    expect(whole.rows).toBe(180 * 1296);
    expect(parts.reduce((sum, part) => sum + part.rows, 0)).toBe(whole.rows);
    expect(parts.flatMap((part) => [...part.columns.port])).toEqual([...whole.columns.port]);
  });

  it('reports loops and dead ends of a broken table, and never spins', () => {
    const network = buildNetwork('graph', {
      vertices: ['host', 'host', 'switch', 'switch', 'switch'].map((kind) => ({ kind })),
      cables: [
        { from: 0, to: 2 },
        { from: 1, to: 4 },
        { from: 2, to: 3 },
        { from: 3, to: 4 },
      ],
    });
    const row = (vertex: number, dest: number, port: number) => ({ vertex, dest, port });
    const rows = [row(2, 1, 1), row(3, 1, 0), row(4, 0, 7)];
    const routing = routingFromRoutes(
      network,
      {
        epoch: new Float64Array(rows.length),
        switch: Int32Array.from(rows, (r) => r.vertex),
        dest: Int32Array.from(rows, (r) => r.dest),
        port: Int32Array.from(rows, (r) => r.port),
      },
      0,
    );
    const way = new Int32Array(4);
    expect(tracePath(routing, 0, 1, way)).toBe(LOOP);
    expect(tracePath(routing, 1, 0, way)).toBe(UNREACHABLE);
    expect(checkRouting(routing)).toEqual({
      pairs: 2,
      unreachable: 1,
      loops: 1,
      unreachableExamples: [[1, 0]],
      loopExamples: [[0, 1]],
      destinations: [
        { vertex: 0, unreachable: 1, loops: 0 },
        { vertex: 1, unreachable: 0, loops: 1 },
      ],
    });
    expect(addRoutes(routing, allPairs(network.hosts), new Float64Array(network.linkCount)).failed).toBe(2);
  });
});

describe('dragonfly', () => {
  const network = buildNetwork('dragonfly', { hostsPerSwitch: 2, switchesPerGroup: 4, globalLinks: 2 });
  const groupsOf = (way: readonly number[]) => [
    ...new Set(way.map((link) => network.vertices.pod[network.links.dst[link]])),
  ];

  it('has a h + 1 groups, each pair connected once', () => {
    expect([network.hosts.length, network.switches.length]).toEqual([72, 36]);
    const code = network.links.class.dictionary.indexOf('global');
    expect(network.links.class.codes.filter((value) => value === code).length).toBe(9 * 8);
  });

  it('minimal crosses one global link, valiant mostly two', () => {
    const minimal = route(network, 'minimal', createRandom(1));
    const valiant = route(network, 'valiant', createRandom(1));
    const lengths = new Map<number, number>();
    for (const src of network.hosts) {
      for (const dst of network.hosts) {
        if (network.vertices.pod[src] === network.vertices.pod[dst]) continue;
        const direct = wayOf(minimal, src, dst)!;
        expect(direct.length).toBeLessThanOrEqual(5);
        expect(groupsOf(direct).length).toBe(2);
        const groups = groupsOf(wayOf(valiant, src, dst)!).length;
        lengths.set(groups, (lengths.get(groups) ?? 0) + 1);
      }
    }
    expect([...lengths.keys()].sort()).toEqual([2, 3]);
    expect(lengths.get(3)! / (lengths.get(2)! + lengths.get(3)!)).toBeGreaterThan(0.7);
  });
});

describe('a lost host cable', () => {
  const trees: readonly [string, Network][] = [
    ['k = 8 with 4 pods', buildNetwork('fat-tree', { ports: 8, pods: 4 })],
    ['4-ary 3-tree', buildNetwork('kary-ntree', { arity: 4, layers: 3 })],
  ];
  for (const [name, network] of trees) {
    it.each(['d-mod-k', 's-mod-k'])(
      `leaves the 3,906 routes of other hosts of a ${name} as they are: %s`,
      (router) => {
        const before = route(network, router, createRandom(1));
        for (const lost of [0, 21, 63]) {
          const cable = network.outLinks[network.outOffsets[network.hosts[lost]]];
          const { network: left, linkMap } = removeParts(network, { links: [cable] });
          const after = route(left, router, createRandom(1));
          let routes = 0;
          let moved = 0;
          for (const src of network.hosts) {
            for (const dst of network.hosts) {
              if (src === dst || src === network.hosts[lost] || dst === network.hosts[lost]) continue;
              routes++;
              const mapped = wayOf(before, src, dst)?.map((link) => linkMap[link]);
              if (String(mapped) !== String(wayOf(after, src, dst))) moved++;
            }
          }
          expect([routes, moved]).toEqual([3906, 0]);
        }
      },
    );
  }
});

describe('balance', () => {
  const network = buildNetwork('fat-tree', { ports: 12, pods: 6 });
  const code = network.links.class.dictionary.indexOf('L0-L1');

  /** Sum of squared loads of switch links: least when evenly spread. */
  function unevenness(name: string): number {
    let sum = 0;
    for (let seed = 0; seed < 10; seed++) {
      const hosts = Int32Array.from(shuffle([...network.hosts], createRandom(seed)).slice(0, 60));
      const routing = routeNetwork(network, name, { random: createRandom(1), activeHosts: hosts });
      const loads = new Float64Array(network.linkCount);
      addRoutes(routing, allPairs(hosts), loads);
      loads.forEach((load, link) => {
        if (network.links.class.codes[link] !== code) sum += load ** 2;
      });
    }
    return sum;
  }

  it('the scheduling-aware router spreads the traffic of running jobs better than those blind to them', () => {
    expect(unevenness('scheduling-aware')).toBeLessThan(0.8 * unevenness('d-mod-k'));
    expect(unevenness('scheduling-aware')).toBeLessThan(0.8 * unevenness('sssp'));
  });

  it('and better still where it knows which hosts belong to one job', () => {
    const order = shuffle([...network.hosts], createRandom(4));
    const jobHosts = [order.slice(0, 60), order.slice(60, 120)].map((hosts) => Int32Array.from(hosts));
    const activeHosts = Int32Array.from(order.slice(0, 120));
    const squares = (jobs: Int32Array[] | undefined): number => {
      const options = { random: createRandom(1), activeHosts, jobHosts: jobs };
      const routing = routeNetwork(network, 'scheduling-aware', options);
      const loads = new Float64Array(network.linkCount);
      for (const hosts of jobHosts) addRoutes(routing, allPairs(hosts), loads);
      return loads.reduce((sum, load) => sum + load ** 2, 0);
    };
    expect(squares(jobHosts)).toBeLessThan(squares(undefined));
  });

  it('balanced shortest ways beat random ones', () => {
    const everyone = (name: string): number => {
      const loads = new Float64Array(network.linkCount);
      addRoutes(route(network, name, createRandom(2)), allPairs(network.hosts), loads);
      return loads.reduce((a, b) => Math.max(a, b), 0);
    };
    const best = everyone('d-mod-k');
    for (const name of ['min-hop', 'sssp', 'up-down']) expect(everyone(name)).toBe(best);
    expect(everyone('min-hop-random')).toBeGreaterThan(1.5 * best);
  });
});
