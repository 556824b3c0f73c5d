import { type Network, NetworkBuilder, type VertexKind } from '@weft/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildNetwork, recogniseFabric, removeParts } from '../src/index.ts';

const tree = buildNetwork('fat-tree', { ports: 8 });
const switchLinks = Array.from(tree.links.id).filter(
  (link) => tree.links.class.dictionary[tree.links.class.codes[link]] !== 'L0-L1',
);

/** The bare graph, with some cables added or led elsewhere. */
function rebuild(
  network: Network,
  extra: readonly { from: number; to: number; fromPort: number; toPort: number }[],
  hosts = 0,
): Network {
  const builder = new NetworkBuilder();
  const { kind } = network.vertices;
  for (const code of kind.codes) builder.addVertex({ kind: kind.dictionary[code] as VertexKind });
  for (let at = 0; at < hosts; at++) builder.addVertex({ kind: 'host' });
  const { src, dst, src_port, dst_port, reverse } = network.links;
  for (let link = 0; link < network.linkCount; link++) {
    if (reverse[link] < link) continue;
    builder.addCable({ from: src[link], fromPort: src_port[link], to: dst[link], toPort: dst_port[link] });
  }
  for (const cable of extra) builder.addCable(cable);
  return builder.build();
}

describe('a fabric in a machine room', () => {
  it('without a cable stays a fat tree, and the cable is named with its ports', () => {
    fc.assert(
      fc.property(fc.constantFrom(...switchLinks), (link) => {
        const { src, dst, src_port, dst_port } = tree.links;
        const { level } = tree.vertices;
        const found = recogniseFabric(rebuild(removeParts(tree, { links: [link] }).network, []));
        expect(found.family).toBe('fat-tree');
        expect(found.missing).toEqual({ hosts: 0, switches: 0, cables: 1 });
        const up = level[src[link]] < level[dst[link]];
        const [low, high] = up ? [src[link], dst[link]] : [dst[link], src[link]];
        const [lowPort, highPort] = up ? [src_port[link], dst_port[link]] : [dst_port[link], src_port[link]];
        expect(found.irregularities).toEqual([
          {
            kind: 'missing-cable',
            vertex: low,
            port: lowPort,
            peer: high,
            peerPort: highPort,
            count: 0,
            usual: 1,
          },
          { kind: 'other-uplinks', vertex: low, port: -1, peer: -1, peerPort: -1, count: 3, usual: 4 },
        ]);
      }),
      { numRuns: 20 },
    );
  });

  it('with a cable in the wrong place keeps its levels and pods', () => {
    const leaves = [...tree.switches].filter((vertex) => tree.vertices.level[vertex] === 1);
    const [a, b] = [leaves[0], leaves.find((vertex) => tree.vertices.pod[vertex] === 3)!];
    const found = recogniseFabric(rebuild(tree, [{ from: a, to: b, fromPort: 99, toPort: 98 }]));
    expect(found.family).toBe('fat-tree');
    expect(found.network.vertices.level).toEqual(tree.vertices.level);
    expect(new Set(found.network.vertices.pod).size).toBe(9);
    expect(found.irregularities).toEqual([
      { kind: 'miswired-cable', vertex: a, port: 99, peer: b, peerPort: 98, count: 1, usual: 0 },
    ]);
  });

  it('with a host on a spine and one on two switches is recognised without them', () => {
    const spine = [...tree.switches].find((vertex) => tree.vertices.level[vertex] === 3)!;
    const [a, b] = [...tree.switches].filter((vertex) => tree.vertices.level[vertex] === 1);
    const [first, second] = [tree.vertexCount, tree.vertexCount + 1];
    const cables = [
      { from: first, fromPort: 1, to: spine, toPort: 90 },
      { from: second, fromPort: 1, to: a, toPort: 90 },
      { from: second, fromPort: 2, to: b, toPort: 90 },
    ];
    const found = recogniseFabric(rebuild(tree, cables, 2));
    expect(found.family).toBe('fat-tree');
    expect(found.missing).toBeNull();
    expect(found.network.hosts.length).toBe(tree.hosts.length + 2);
    expect(found.irregularities.map(({ kind, vertex, count }) => [kind, vertex, count])).toEqual([
      ['side-host', first, 1],
      ['side-host', second, 2],
    ]);
  });

  it('that was a torus before a cable broke is a graph with two unused ports', () => {
    const torus = buildNetwork('torus', { sizes: [4, 4, 4], hostsPerSwitch: 1 });
    const link = [...torus.links.id].find(
      (id) => torus.links.class.dictionary[torus.links.class.codes[id]] === 'dim b',
    )!;
    const found = recogniseFabric(rebuild(removeParts(torus, { links: [link] }).network, []));
    expect(found.family).toBe('graph');
    const { src, dst, src_port, dst_port } = torus.links;
    const ends = [
      [src[link], src_port[link]],
      [dst[link], dst_port[link]],
    ].sort((x, y) => x[0] - y[0]);
    expect(found.irregularities.map(({ kind, vertex, port }) => [kind, vertex, port])).toEqual(
      ends.map((end) => ['unused-port', ...end]),
    );
  });
});
