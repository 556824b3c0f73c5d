import { createRandom } from '@weft/model';
import { buildNetwork, routeNetwork } from '@weft/network';
import { describe, expect, it } from 'vitest';
import { createFabric, MOST_HOPS, messagePath } from '../src/engine/fabric.ts';
import { KnownPaths } from '../src/engine/known-paths.ts';
import { speed } from './tiny-networks.ts';

describe('known paths', () => {
  it.each([1, 2])('are those of the tables, also where one drives out another; %i epochs', (epochs) => {
    const network = buildNetwork('fat-tree', { ports: 12, pods: 12 });
    const random = createRandom(1);
    const routings = ['d-mod-k', 'sssp'].map((router) =>
      routeNetwork(network, router, { random, activeHosts: null }),
    );
    const fabric = createFabric(
      network,
      speed,
      routings.slice(0, epochs).map((routing, e) => ({ from: e * 1000, routing })),
    );
    const paths = new KnownPaths(fabric);
    const found = new Int32Array(MOST_HOPS);
    const expected = new Int32Array(MOST_HOPS);
    const host = () => network.hosts[random.below(100)];
    let wrong = 0;
    for (let n = 0; n < 30_000; n++) {
      const [src, dst, time] = [host(), host(), random.below(2000)];
      const hops = paths.find(time, src, dst, found);
      if (hops !== messagePath(fabric, time, src, dst, expected)) wrong++;
      for (let hop = 0; hop < hops; hop++) if (found[hop] !== expected[hop]) wrong++;
    }
    expect(wrong).toBe(0);
  });
});
