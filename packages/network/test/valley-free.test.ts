import { createRandom, type Network } from '@weft/model';
import { assumedRouting, buildNetwork, recogniseFabric, routeNetwork } from '@weft/network';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

/** Provider and customer (-1), or two peers (0). */
type Relationship = readonly [first: number, second: number, kind: -1 | 0];

/** System n is vertex 2n, its hosts are vertex 2n + 1. */
function systems(count: number, relationships: readonly Relationship[]): Network {
  const vertices = Array.from({ length: count }, () => [{ kind: 'switch' }, { kind: 'host' }]).flat();
  const hosts = Array.from({ length: count }, (_, system) => ({ from: 2 * system + 1, to: 2 * system }));
  const cables = relationships.map(([first, second, kind]) =>
    kind === 0
      ? { from: 2 * first, to: 2 * second, class: 'peering' }
      : { from: 2 * second, to: 2 * first, class: 'transit', direction: 'up', reverseDirection: 'down' },
  );
  return buildNetwork('graph', { vertices, cables: [...hosts, ...cables] });
}

/** The systems on the way from one to another; null where there is none. */
function pathOf(network: Network, from: number, to: number): number[] | null {
  const routing = routeNetwork(network, 'valley-free', { random: createRandom(1), activeHosts: null });
  const path = [from];
  for (let vertex = 2 * from; vertex !== 2 * to; path.push(vertex / 2)) {
    const link = routing.nextLink(vertex, 2 * to + 1, 2 * from + 1);
    if (link < 0 || path.length > network.vertexCount) return null;
    vertex = network.links.dst[link];
  }
  return path;
}

const CUSTOMER = 0;
const PROVIDER = 2;

/** What the second system is to the first. */
function relationTo([first, second, kind]: Relationship, own: number): number {
  if (kind === 0) return 1;
  return own === first ? CUSTOMER : second === own ? PROVIDER : Number.NaN;
}

interface Told {
  readonly relation: number;
  readonly path: readonly number[];
}

/** Systems tell each other of their best routes, again and again, until nothing changes. */
function settle(count: number, relationships: readonly Relationship[], to: number): (Told | null)[] {
  let best: (Told | null)[] = Array.from({ length: count }, (_, system) =>
    system === to ? { relation: CUSTOMER, path: [to] } : null,
  );
  for (;;) {
    const next = best.map((own, system) => {
      if (system === to) return own;
      const offers = relationships.flatMap((relationship): Told[] => {
        if (!relationship.slice(0, 2).includes(system)) return [];
        const neighbour = relationship[0] === system ? relationship[1] : relationship[0];
        const route = best[neighbour];
        if (!route || route.path.includes(system)) return [];
        const isTold = route.relation === CUSTOMER || relationTo(relationship, neighbour) === CUSTOMER;
        return isTold ? [{ relation: relationTo(relationship, system), path: [system, ...route.path] }] : [];
      });
      const order = (a: Told, b: Told) => a.relation - b.relation || a.path.length - b.path.length;
      return offers.sort(order)[0] ?? null;
    });
    const rank = (routes: (Told | null)[]) => routes.map((told) => told && [told.relation, told.path.length]);
    if (JSON.stringify(rank(next)) === JSON.stringify(rank(best))) return next;
    best = next;
  }
}

/** Providers have the lower number, so that nobody is a customer of its own customers. */
const someSystems = fc.integer({ min: 2, max: 7 }).chain((count) =>
  fc
    .array(fc.tuple(fc.nat(count - 1), fc.nat(count - 1), fc.constantFrom<-1 | 0>(-1, 0)), { maxLength: 14 })
    .map((drawn) => {
      const pairs = new Map<string, Relationship>();
      for (const [a, b, kind] of drawn)
        if (a !== b) pairs.set(`${Math.min(a, b)} ${Math.max(a, b)}`, [Math.min(a, b), Math.max(a, b), kind]);
      return { count, relationships: [...pairs.values()] };
    }),
);

describe('valley-free routing', () => {
  it('takes the way of customers although it is longer, and passes nothing on between providers', () => {
    const [tier1, other, small, customer] = [0, 1, 2, 3];
    const network = systems(4, [
      [tier1, small, -1],
      [small, customer, -1],
      [tier1, other, 0],
      [other, customer, -1],
      [other, small, -1],
    ]);
    expect(pathOf(network, tier1, customer)).toEqual([tier1, small, customer]);
    expect(pathOf(network, customer, tier1)).toHaveLength(3);
    const stub = systems(3, [
      [0, 2, -1],
      [1, 2, -1],
    ]);
    expect(pathOf(stub, 0, 1)).toBeNull();
    expect(pathOf(stub, 0, 2)).toEqual([0, 2]);
  });

  it('finds routes as preferred and as long as those that systems tell each other of', () => {
    fc.assert(
      fc.property(someSystems, ({ count, relationships }) => {
        fc.pre(relationships.length > 0);
        const network = systems(count, relationships);
        for (let to = 0; to < count; to++) {
          settle(count, relationships, to).forEach((told, from) => {
            const path = pathOf(network, from, to);
            expect(path?.length ?? null).toBe(told?.path.length ?? null);
            if (!path || !told || from === to) return;
            const first = relationships.find(
              (pair) => pair.slice(0, 2).includes(path[0]) && pair.slice(0, 2).includes(path[1]),
            );
            expect(first && relationTo(first, from)).toBe(told.relation);
          });
        }
      }),
      { numRuns: 60 },
    );
  });

  it('is assumed where links tell relations, and such a network is no machine', () => {
    const network = systems(3, [
      [0, 1, -1],
      [0, 2, -1],
    ]);
    expect(assumedRouting(network).name).toBe('valley-free');
    expect(recogniseFabric(network).family).toBe('graph');
    const silent = buildNetwork('kary-ntree', { arity: 2, layers: 2 });
    expect(() => routeNetwork(silent, 'valley-free', { random: createRandom(1), activeHosts: null })).toThrow(
      'who is the customer of whom',
    );
  });
});
