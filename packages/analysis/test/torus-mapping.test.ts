import { createRandom } from '@weft/model';
import { buildNetwork, nodeCoordinate, routeNetwork, torusShape, tracePath } from '@weft/network';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allOrders,
  bestMapping,
  bisectionMapping,
  compareMappings,
  greedyMapping,
  orderMapping,
  randomMapping,
  readMapFile,
} from '../src/index.ts';
import type { RankPairs } from '../src/torus-mapping/rank-pairs.ts';
import { createWalk } from '../src/torus-mapping/score-mapping.ts';

function torus(sizes: readonly number[]) {
  const network = buildNetwork('torus', { sizes });
  const shape = torusShape(network);
  if (!shape) throw new Error('no torus');
  return { network, shape };
}

function pairsOf(ranks: number, list: readonly (readonly [number, number, number])[]): RankPairs {
  return {
    ranks,
    src: Int32Array.from(list, ([src]) => src),
    dst: Int32Array.from(list, ([, dst]) => dst),
    bytes: Float64Array.from(list, ([, , bytes]) => bytes),
    messages: Float64Array.from(list, () => 1),
  };
}

const sizesOf = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 5 });

describe('mappings of ranks on a torus', () => {
  it('follow the paths of the dimension-order router', () => {
    fc.assert(
      fc.property(sizesOf, fc.integer({ min: 0, max: 999 }), (sizes, seed) => {
        const { network, shape } = torus(sizes);
        const options = { random: createRandom(1), activeHosts: null };
        const routing = routeNetwork(network, 'dimension-order', options);
        const random = createRandom(seed);
        const walk = createWalk(shape);
        const [path, links] = [new Int32Array(64), new Int32Array(64)];
        for (let pair = 0; pair < 20; pair++) {
          const from = random.below(shape.nodeCount);
          const to = random.below(shape.nodeCount);
          const length = walk(from, to, path);
          const hops = tracePath(routing, shape.vertexAt[from], shape.vertexAt[to], links);
          expect(Array.from(path.subarray(0, length), (place) => shape.linkAt[place])).toEqual([
            ...links.subarray(0, hops),
          ]);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('are named by the order of dimensions, the last letter fastest', () => {
    const { shape } = torus([2, 3]);
    const at = (a: number, b: number) => a * shape.strides[0] + b * shape.strides[1];
    expect([...orderMapping(shape, 'AB', 6, 1)]).toEqual(
      [
        [0, 0],
        [0, 1],
        [0, 2],
        [1, 0],
        [1, 1],
        [1, 2],
      ].map(([a, b]) => at(a, b)),
    );
    expect([...orderMapping(shape, 'BA', 3, 1)]).toEqual([at(0, 0), at(1, 0), at(0, 1)]);
    expect([...orderMapping(shape, 'ABT', 4, 2)]).toEqual([at(0, 0), at(0, 0), at(0, 1), at(0, 1)]);
    expect([...orderMapping(shape, 'TAB', 7, 2)].slice(5)).toEqual([at(1, 2), at(0, 0)]);
    expect(() => orderMapping(shape, 'AXB', 6, 1)).toThrow(/x is unknown/);
    expect(() => orderMapping(shape, 'AA', 6, 1)).toThrow(/comes twice/);
    expect(allOrders(shape, 10)).toEqual(['ab', 'ba']);
  });

  it('count bytes on links: three hops round a ring, two the other way', () => {
    const { shape } = torus([5]);
    const pairs = pairsOf(2, [[0, 1, 100]]);
    const [near, far] = compareMappings(shape, pairs, [
      { name: 'near', nodes: Int32Array.of(0, 1) },
      { name: 'far', nodes: Int32Array.of(0, 3) },
    ]);
    expect(near.score).toMatchObject({ meanHops: 1, linkBytes: 100, mostLoaded: 100, lost: 0 });
    expect(far.score).toMatchObject({ meanHops: 2, linkBytes: 200, mostLoaded: 100 });
    expect([...far.score.byDirection]).toEqual([0, 200]);
  });

  it('never end worse than the one they began with', () => {
    fc.assert(
      fc.property(sizesOf, fc.integer({ min: 0, max: 999 }), (sizes, seed) => {
        const { shape } = torus(sizes);
        const random = createRandom(seed);
        const ranks = shape.nodeCount;
        const list = Array.from({ length: 40 }, (): [number, number, number] => [
          random.below(ranks),
          random.below(ranks),
          1 + random.below(1000),
        ]).filter(([src, dst]) => src !== dst);
        const pairs = pairsOf(ranks, list);
        const greedy = greedyMapping(shape, pairs, 1);
        const bisection = bisectionMapping(shape, pairs, 1);
        const compared = compareMappings(shape, pairs, [
          { name: 'given', nodes: randomMapping(shape, ranks, 1, random) },
          ...allOrders(shape, 6).map((name) => ({ name, nodes: orderMapping(shape, name, ranks, 1) })),
          { name: 'greedy', nodes: greedy ?? new Int32Array(ranks) },
        ]);
        const best = bestMapping(compared);
        expect(best.score.mostLoaded).toBeLessThanOrEqual(compared[0].score.mostLoaded);
        expect(new Set(greedy).size).toBe(ranks);
        expect(new Set(bisection).size).toBe(ranks);
      }),
      { numRuns: 40 },
    );
  });

  it('keep groups of ranks that exchange much together by bisection, also where nodes are missing or shared', () => {
    const { shape } = torus([4, 4]);
    const groups = [0, 1, 2, 3].flatMap((group) =>
      [0, 1, 2, 3].flatMap((a) => [0, 1, 2, 3].map((b) => [a * 4 + group, b * 4 + group, 100] as const)),
    );
    const pairs = pairsOf(
      16,
      groups.filter(([src, dst]) => src !== dst),
    );
    const quadrant = (node: number) =>
      (nodeCoordinate(shape, node, 0) >> 1) * 2 + (nodeCoordinate(shape, node, 1) >> 1);
    const nodes = bisectionMapping(shape, pairs, 1)!;
    for (let group = 0; group < 4; group++) {
      const own = [0, 1, 2, 3].map((member) => quadrant(nodes[member * 4 + group]));
      expect(new Set(own).size).toBe(1);
    }
    const holed = { ...shape, vertexAt: shape.vertexAt.map((vertex, node) => (node < 6 ? -1 : vertex)) };
    const shared = bisectionMapping(holed, pairs, 2)!;
    expect(shared.every((node) => node >= 6)).toBe(true);
    expect(Math.max(...[...shared].map((node) => shared.filter((other) => other === node).length))).toBe(2);
    expect([...bisectionMapping(holed, pairs, 1)!].filter((node) => node >= 0)).toHaveLength(10);
  });

  it('come from files, and what does not fit is counted', () => {
    const { network, shape } = torus([2, 2]);
    const read = (text: string, ranks = 4) => readMapFile(text, 'x.map', shape, network, ranks);
    const at = (a: number, b: number) => a * shape.strides[0] + b * shape.strides[1];
    const coordinates = read('0 0 0\n1 0 0\n0 1 0\n1 1 0\n');
    expect([...coordinates.nodes]).toEqual([at(0, 0), at(1, 0), at(0, 1), at(1, 1)]);
    expect(coordinates).toMatchObject({ unknown: 0, doubled: 0, missing: 0 });
    const table = read('---\nkey: X\n---\n- [mpirank, int32]\n- [nodeid, int32]\n...\n1 3\n0 2\n1 0\n9 1\n');
    expect(table).toMatchObject({ unknown: 1, doubled: 1, missing: 2 });
    expect([...table.nodes]).toEqual([shape.nodeOf[2], shape.nodeOf[3], -1, -1]);
    expect(() => read('0 0\n0 7\n')).toThrow(/names no node/);
    const pairs = pairsOf(4, [[0, 3, 10]]);
    expect(compareMappings(shape, pairs, [{ name: 'part', nodes: table.nodes }])[0].score.lost).toBe(1);
  });
});
