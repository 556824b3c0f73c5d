import { createRandom, type Network } from '@weft/model';
import { describe, expect, it } from 'vitest';
import { buildNetwork, routeNetwork, switchAbove, tracePath } from '../src/index.ts';

const options = { random: createRandom(1), activeHosts: null };
const quaternary = (layers: number): Network => buildNetwork('kary-ntree', { arity: 4, layers });

describe('the quaternary fat tree', () => {
  it('has the switches and nodes of L = 1 .. 7', () => {
    const networks = [1, 2, 3, 4, 5, 6, 7].map(quaternary);
    expect(networks.map((n) => n.switches.length)).toEqual([1, 8, 48, 256, 1280, 6144, 28672]);
    expect(networks.map((n) => n.hosts.length)).toEqual([4, 16, 64, 256, 1024, 4096, 16384]);
  });

  it('has (L - 1) 4^L duplex links between switches, 4^L to nodes, and 4 from below to each upper switch', () => {
    const counts = [1, 2, 3, 4, 5, 6].map((layers) => {
      const network = quaternary(layers);
      const nodeLinks = countClass(network, 'L0-L1') / 2;
      expect(nodeLinks).toBe(4 ** layers);
      expect(degreesFromBelow(network)).toEqual(new Set([4]));
      return network.linkCount / 2 - nodeLinks;
    });
    expect(counts).toEqual([0, 16, 128, 768, 4096, 20480]);
  });

  it('uses every port of a switch at most once: 4 up and 4 down, none up at the top', () => {
    const network = quaternary(4);
    const ports = new Set<string>();
    for (let link = 0; link < network.linkCount; link++) {
      ports.add(`${network.links.src[link]}:${network.links.src_port[link]}`);
    }
    expect(ports.size).toBe(network.linkCount);
    for (const vertex of network.switches) {
      const own = [...network.outLinks.slice(network.outOffsets[vertex], network.outOffsets[vertex + 1])];
      const top = network.vertices.level[vertex] === 4;
      expect(own.map((link) => network.links.src_port[link])).toEqual(
        top ? [4, 5, 6, 7] : [0, 1, 2, 3, 4, 5, 6, 7],
      );
    }
  });

  it('wires up port p by replacing digit l of x', () => {
    expect([0, 1, 2, 3].map((p) => switchAbove(4, 1, 6, p))).toEqual([4, 5, 6, 7]);
    expect([0, 1, 2, 3].map((p) => switchAbove(4, 2, 6, p))).toEqual([2, 6, 10, 14]);
  });

  it('lets a layer-l switch reach 4^l contiguous nodes, shared by 4^(l-1) switches, in 4^(L-l) groups', () => {
    const network = quaternary(4);
    const below = nodesBelow(network);
    for (let layer = 1; layer <= 4; layer++) {
      const groups = new Map<string, number>();
      for (const vertex of network.switches) {
        if (network.vertices.level[vertex] !== layer) continue;
        const nodes = [...below[vertex]].sort((a, b) => a - b);
        expect(nodes).toHaveLength(4 ** layer);
        expect(nodes[nodes.length - 1] - nodes[0]).toBe(4 ** layer - 1);
        groups.set(nodes.join(), (groups.get(nodes.join()) ?? 0) + 1);
      }
      expect(groups.size).toBe(4 ** (4 - layer));
      expect(new Set(groups.values())).toEqual(new Set([4 ** (layer - 1)]));
    }
  });

  it('turns at the least common layer t: 2t - 1 switches, 2t links, 4^(t-1) shortest paths', () => {
    const network = quaternary(6);
    const routing = routeNetwork(network, 'd-mod-k', options);
    const way = new Int32Array(32);
    const paths = [1, 2, 3, 4, 5, 6].map((t) => {
      const to = 4 ** t - 1;
      expect(tracePath(routing, 0, to, way)).toBe(2 * t);
      const passed = [...way.subarray(0, 2 * t - 1)].map((link) => network.links.dst[link]);
      expect(passed.map((v) => network.vertices.level[v])).toEqual([
        ...Array.from({ length: t }, (_, i) => i + 1),
        ...Array.from({ length: t - 1 }, (_, i) => t - 1 - i),
      ]);
      return shortestPaths(network, 0, to);
    });
    expect(paths).toEqual([1, 4, 16, 64, 256, 1024]);
  });
});

function countClass(network: Network, name: string): number {
  const code = network.links.class.dictionary.indexOf(name);
  return network.links.class.codes.filter((value) => value === code).length;
}

function degreesFromBelow(network: Network): Set<number> {
  const counts = new Map<number, number>();
  const { level } = network.vertices;
  for (let link = 0; link < network.linkCount; link++) {
    const to = network.links.dst[link];
    if (level[to] > level[network.links.src[link]]) counts.set(to, (counts.get(to) ?? 0) + 1);
  }
  expect(counts.size).toBe(network.switches.length);
  return new Set(counts.values());
}

function nodesBelow(network: Network): Set<number>[] {
  const below = Array.from({ length: network.vertexCount }, () => new Set<number>());
  for (const host of network.hosts) below[host].add(host);
  const { level } = network.vertices;
  const links = [...network.links.id].sort(
    (a, b) => level[network.links.src[a]] - level[network.links.src[b]],
  );
  for (const link of links) {
    const { src, dst } = network.links;
    if (level[dst[link]] > level[src[link]]) for (const node of below[src[link]]) below[dst[link]].add(node);
  }
  return below;
}

/** Counts by breadth-first search over the whole graph. */
function shortestPaths(network: Network, from: number, to: number): number {
  const hops = new Map([[from, 0]]);
  const ways = new Map([[from, 1]]);
  for (const vertex of hops.keys()) {
    for (let at = network.outOffsets[vertex]; at < network.outOffsets[vertex + 1]; at++) {
      const peer = network.links.dst[network.outLinks[at]];
      if (!hops.has(peer)) hops.set(peer, hops.get(vertex)! + 1);
      if (hops.get(peer) === hops.get(vertex)! + 1) ways.set(peer, (ways.get(peer) ?? 0) + ways.get(vertex)!);
    }
  }
  return ways.get(to) ?? 0;
}
