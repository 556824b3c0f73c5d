import { createRandom, emptySelection, type Network, NetworkBuilder } from '@weft/model';
import { describe, expect, it } from 'vitest';
import { alignCube, alignNetworks, alignTotals, translateHovered, translateSelection } from '../src/index.ts';

/** Leaves and hosts, added in the order of `order`. */
function treeOf(order: readonly number[], names = (host: number) => `n${host}`): Network {
  const builder = new NetworkBuilder();
  const leaf = builder.addVertex({ kind: 'switch', name: 'leaf' });
  for (const host of order) {
    const vertex = builder.addVertex({ kind: 'host', name: names(host) });
    builder.addCable({ from: vertex, fromPort: 1, to: leaf, toPort: host });
  }
  return builder.build();
}

describe('networks of two datasets', () => {
  it('are the same by name in whatever order they were read', () => {
    const random = createRandom(5);
    const order = Array.from({ length: 12 }, (_, host) => host);
    const shuffled = [...order].sort(() => random.next() - 0.5);
    const [a, b] = [treeOf(order), treeOf(shuffled)];
    const result = alignNetworks(a, b);
    if ('reason' in result) throw new Error(result.reason);
    const { toA, toB } = result.alignment;
    const nameOf = ({ vertices }: Network, vertex: number) =>
      vertices.name.dictionary[vertices.name.codes[vertex]];
    for (let vertex = 0; vertex < a.vertexCount; vertex++) {
      expect(nameOf(b, toB!.vertices[vertex])).toBe(nameOf(a, vertex));
      expect(toA!.vertices[toB!.vertices[vertex]]).toBe(vertex);
    }
    for (let link = 0; link < a.linkCount; link++) {
      const other = toB!.links[link];
      expect(toB!.vertices[a.links.src[link]]).toBe(b.links.src[other]);
      expect(toB!.vertices[a.links.dst[link]]).toBe(b.links.dst[other]);
    }
    const totals = Float64Array.from(b.links.id, (link) => link * 10);
    expect([...alignTotals(totals, result.alignment)!]).toEqual([...toB!.links].map((link) => link * 10));
    const cube = { metric: 'x', links: b.linkCount, steps: 0, times: Float64Array.of(0), sums: totals };
    expect([...alignCube(cube, result.alignment)!.sums]).toEqual([...toB!.links].map((link) => link * 10));
    const selection = { ...emptySelection, links: [3], sources: [2] };
    const inB = translateSelection(selection, { numbering: toB, job: null });
    expect([inB.links, inB.sources]).toEqual([[toB!.links[3]], [toB!.vertices[2]]]);
    expect(translateSelection(inB, { numbering: toA, job: null })).toEqual(selection);
    expect(translateHovered({ kind: 'link', id: 3 }, { numbering: toB, job: null })?.id).toBe(toB!.links[3]);
  });

  it('need no translation where the numbers are the same', () => {
    const result = alignNetworks(treeOf([0, 1, 2]), treeOf([0, 1, 2]));
    expect(result).toEqual({ alignment: { toA: null, toB: null } });
  });

  it('are refused with the reason', () => {
    const a = treeOf([0, 1, 2]);
    expect(alignNetworks(a, treeOf([0, 1]))).toEqual({
      reason: 'A has 4 hosts and switches and 6 links, B has 3 and 4: these are different networks.',
    });
    expect(
      alignNetworks(
        a,
        treeOf([0, 1, 2], (host) => `node${host}`),
      ),
    ).toEqual({
      reason: 'B has no host or switch called n0.',
    });
  });
});
