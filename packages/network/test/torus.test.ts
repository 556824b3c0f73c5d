import { createRandom, listAt, textAt } from '@weft/model';
import { describe, expect, it } from 'vitest';
import { buildNetwork, checkRouting, routeNetwork, tracePath } from '../src/index.ts';

const options = { random: createRandom(1), activeHosts: null };

describe('the 4x4x4x4x2 torus', () => {
  const network = buildNetwork('torus', { sizes: [4, 4, 4, 4, 2] });

  it('has 512 nodes, 5,120 directed and 2,560 duplex links, 2,304 distinct pairs', () => {
    expect([network.hosts.length, network.vertexCount, network.linkCount]).toEqual([512, 512, 5120]);
    const pairs = new Map<string, number>();
    for (let link = 0; link < network.linkCount; link += 2) {
      const ends = [network.links.src[link], network.links.dst[link]].sort((a, b) => a - b).join();
      pairs.set(ends, (pairs.get(ends) ?? 0) + 1);
    }
    expect(pairs.size).toBe(2304);
    expect([...pairs.values()].filter((count) => count === 2).length).toBe(256);
  });

  it('keeps + and - apart: 512 links in each of ten directions', () => {
    const counts: Record<string, number> = {};
    for (let link = 0; link < network.linkCount; link++) {
      const name = textAt(network.links.direction, link)!;
      counts[name] = (counts[name] ?? 0) + 1;
    }
    expect(Object.keys(counts).sort()).toEqual(['+a', '+b', '+c', '+d', '+e', '-a', '-b', '-c', '-d', '-e']);
    expect(new Set(Object.values(counts))).toEqual(new Set([512]));
  });

  it('has 5,632 links leaving nodes with I/O', () => {
    const withIo = buildNetwork('torus', { sizes: [4, 4, 4, 4, 2], io: true });
    const leaving = withIo.links.id.filter((link) => withIo.links.src[link] < 512);
    expect(leaving.length).toBe(5632);
    expect(withIo.hosts.length).toBe(512);
    expect(checkRouting(routeNetwork(withIo, 'dimension-order', options))).toMatchObject({
      unreachable: 0,
      loops: 0,
    });
  });

  it('numbers nodes a + 4b + 16c + 64d + 256e: rank parity is the parity of a', () => {
    for (const node of network.hosts) {
      const [a, b, c, d, e] = listAt(network.vertices.coord, node);
      expect(a + 4 * b + 16 * c + 64 * d + 256 * e).toBe(node);
      expect(node % 2).toBe(a % 2);
    }
    const low = network.links.id.filter(
      (link) => textAt(network.links.direction, link) === '+d' && network.links.src[link] % 2 === 0,
    );
    expect(low.length).toBe(256);
    const parities = new Map<string, Set<number>>();
    for (const node of network.hosts) {
      const [a, , , d, e] = listAt(network.vertices.coord, node);
      const plane = [a, d, e].join();
      parities.set(plane, (parities.get(plane) ?? new Set()).add(node % 2));
    }
    expect([...parities.values()].every((set) => set.size === 1)).toBe(true);
  });

  it('routes by dimension order over as few links as the ring distances add up to', () => {
    const routing = routeNetwork(network, 'dimension-order', options);
    const way = new Int32Array(16);
    const ring = (from: number, to: number, size: number) =>
      Math.min((to - from + size) % size, (from - to + size) % size);
    for (let dst = 0; dst < 512; dst++) {
      const to = listAt(network.vertices.coord, dst);
      const from = listAt(network.vertices.coord, 137);
      const expected = [4, 4, 4, 4, 2].reduce((sum, size, d) => sum + ring(from[d], to[d], size), 0);
      expect(tracePath(routing, 137, dst, way)).toBe(expected);
      const order = [...way.subarray(0, expected)].map((link) => textAt(network.links.class, link)!);
      expect(order).toEqual([...order].sort());
    }
  });

  it('uses both cables of a dimension of two', () => {
    const routing = routeNetwork(network, 'dimension-order', options);
    const way = new Int32Array(4);
    tracePath(routing, 0, 256, way);
    const there = textAt(network.links.direction, way[0]);
    tracePath(routing, 256, 0, way);
    expect([there, textAt(network.links.direction, way[0])]).toEqual(['+e', '-e']);
  });
});
