import { createRandom, type Network, NetworkBuilder } from '@weft/model';
import { buildNetwork, routeNetwork, tracePath } from '@weft/network';
import { describe, expect, it } from 'vitest';
import {
  defineLayout,
  type LayoutOptions,
  layeredBlocks,
  layouts,
  layoutsFor,
  positionsExtent,
  representationTable,
} from '../src/index.ts';

const quaternary = buildNetwork('kary-ntree', { arity: 4, layers: 3 });
const pods = buildNetwork('fat-tree', { ports: 8, pods: 4 });

function ring(size: number) {
  const builder = new NetworkBuilder();
  for (let i = 0; i < size; i++) builder.addVertex({ kind: 'host', coord: [i, 0] });
  for (let i = 0; i < size; i++) builder.addCable({ from: i, to: (i + 1) % size });
  return builder.build();
}

function distinctPlaces(name: string, network = quaternary): number {
  const layout = layouts.find((candidate) => candidate.name === name)!;
  const { coordinates, dimensions } = layout.layout(network);
  const places = new Set<string>();
  for (const vertex of network.switches) {
    places.add(coordinates.subarray(vertex * dimensions, (vertex + 1) * dimensions).join());
  }
  return places.size;
}

describe('layouts of a network', () => {
  it.each(['QS', 'DL', 'DC', 'DR', 'LB', 'F1', 'HT', 'F1-3D', 'HT-3D', 'MS', 'R8'])(
    '%s gives each of 48 switches a place',
    (name) => {
      expect(distinctPlaces(name)).toBe(48);
    },
  );

  it.each(layouts.filter((layout) => layout.refuses(quaternary) === null))(
    '$name places every host',
    (layout) => {
      const { coordinates, dimensions } = layout.layout(quaternary);
      for (const host of quaternary.hosts) expect(Number.isNaN(coordinates[host * dimensions])).toBe(false);
    },
  );

  it('HT draws trees of pods too, without a collision', () => {
    expect(distinctPlaces('HT', pods)).toBe(pods.switches.length);
  });

  it('F1 says why it cannot draw a tree of pods', () => {
    expect(layouts.find((layout) => layout.name === 'F1')!.refuses(pods)).toContain('complete 4-ary tree');
  });

  it('AB draws the pair the reader enters, also one that collides (LANL-24)', () => {
    expect(distinctPlaces('AB')).toBe(48);
    const layout = layouts.find((candidate) => candidate.name === 'AB')!;
    const { coordinates } = layout.layout(quaternary, { a: '2*3^(n-1)*b', b: '3^(n-1)*b' });
    const cells = new Set([...quaternary.switches].map((v) => coordinates.subarray(v * 2, v * 2 + 2).join()));
    expect(cells.size).toBe(44);
  });

  it('options of a wrong type, empty or unknown take the standard value', () => {
    const scaled = defineLayout({
      name: 'scaled',
      title: 'Scaled',
      parameters: {
        factor: {
          kind: 'number',
          title: 'Factor',
          label: 'Factor',
          standard: 2,
          minimum: 1,
          maximum: 3,
          step: 1,
        },
        name: { kind: 'text', title: 'Name', label: 'Name', standard: 'x' },
      },
      refuses: () => null,
      layout: (_, { factor, name }) => ({
        dimensions: 2,
        coordinates: Float32Array.of(factor, name.length),
      }),
    });
    const place = (options?: LayoutOptions) => [...scaled.layout(quaternary, options).coordinates];
    expect(place()).toEqual([2, 1]);
    expect(place({ factor: 3, name: 'abc' })).toEqual([3, 3]);
    expect(place({ factor: '3', name: '', other: true })).toEqual([2, 1]);
    expect(scaled.traits).toEqual({ compact: false, upright: false });
  });

  it('something is offered for every network', () => {
    expect(layoutsFor(quaternary)[0].name).toBe('HT');
    const dragonfly = buildNetwork('dragonfly', { hostsPerSwitch: 2, switchesPerGroup: 4, globalLinks: 2 });
    expect(layoutsFor(dragonfly)[0].name).toBe('rings');
    expect(layoutsFor(ring(5))[0].name).toBe('grid');
    const bare = new NetworkBuilder();
    bare.addVertex({ kind: 'switch' });
    expect(layoutsFor(bare.build())[0].name).toBe('rings');
  });

  it('DR puts 4096 nodes on 64 x 64 and each layer on 32 x 32 (LANL-15)', () => {
    const network = buildNetwork('kary-ntree', { arity: 4, layers: 6 });
    const { coordinates } = layouts.find((layout) => layout.name === 'DR')!.layout(network, {});
    const side = (level: number) =>
      new Set(
        [...network.vertices.id]
          .filter((v) => network.vertices.level[v] === level)
          .map((v) => coordinates[v * 3]),
      ).size;
    expect([side(0), side(1), side(6)]).toEqual([64, 32, 32]);
  });
});

describe('LB', () => {
  it('has 4^(L-l) blocks of 4^(l-1) switches spanning 4^l nodes (LANL-17)', () => {
    const { blocks, diagonal } = layeredBlocks(quaternary);
    expect(diagonal.length).toBe(64);
    for (let level = 1; level <= 3; level++) {
      const own = blocks.filter((block) => block.level === level);
      expect(own.length).toBe(4 ** (3 - level));
      for (const block of own)
        expect([block.size, block.switches.length]).toEqual([4 ** level, 4 ** (level - 1)]);
    }
  });

  it('keeps blocks below the ground and inside the square', () => {
    const layout = layouts.find((candidate) => candidate.name === 'LB')!;
    const { minimum, maximum } = positionsExtent(layout.layout(quaternary, {}));
    expect(maximum[1]).toBe(0);
    expect(minimum[0]).toBe(-31.5);
  });
});

describe('Table 1', () => {
  it('has seven representations (LANL-36)', () => {
    expect(representationTable.map(({ name }) => name)).toEqual(['QS', 'DL', 'DC', 'DR', 'LB', 'F1', 'HT']);
    expect(representationTable.map(({ complexity }) => complexity)).toEqual([
      'very high',
      'high',
      'moderate',
      'high',
      'moderate',
      'moderate',
      'low',
    ]);
  });
});

describe('NICs of a quaternary tree (LANL-13)', () => {
  const tree = buildNetwork('kary-ntree', { arity: 4, layers: 3, nics: true });

  it('are vertices between each host and its switch, drawn on the way in every representation', () => {
    expect([tree.hosts.length, tree.switches.length, tree.vertexCount]).toEqual([64, 48, 64 + 64 + 48]);
    expect(tree.linkCount).toBe(2 * (64 + 64 + 128));
    for (const name of ['QS', 'DL', 'DC', 'DR', 'F1', 'HT']) {
      const { coordinates, dimensions } = layouts.find((layout) => layout.name === name)!.layout(tree, {});
      for (let node = 0; node < 64; node++) {
        const [host, nic, leaf] = [node, 64 + node, 128 + Math.floor(node / 4)];
        for (let axis = 0; axis < dimensions; axis++) {
          const [a, b] = [coordinates[host * dimensions + axis], coordinates[leaf * dimensions + axis]];
          expect(coordinates[nic * dimensions + axis]).toBeCloseTo(a + (b - a) * 0.35, 4);
        }
      }
    }
  });

  it('leave the layers at which messages turn as they are, two links longer', () => {
    const plain = buildNetwork('kary-ntree', { arity: 4, layers: 3 });
    const route = (network: Network) =>
      routeNetwork(network, 'd-mod-k', { random: createRandom(1), activeHosts: null });
    const [throughNics, direct] = [route(tree), route(plain)];
    const path = new Int32Array(32);
    for (const [src, dst, hops] of [
      [0, 1, 2],
      [0, 4, 4],
      [0, 63, 6],
    ] as const) {
      expect(tracePath(direct, src, dst, path)).toBe(hops);
      expect(tracePath(throughNics, src, dst, path)).toBe(hops + 2);
    }
  });
});
