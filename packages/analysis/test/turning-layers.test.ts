import {
  batchFromRows,
  links as linksTable,
  ranks as ranksTable,
  vertices as verticesTable,
} from '@weft/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  layerShares,
  sumTurningLayers,
  treeBlocks,
  turningLayers,
  turningLevel,
  uniformShares,
} from '../src/index.ts';
import { messagesFrame } from './reference/pipeline.ts';
import { runAnalysis, type SmallTables } from './reference/run-analysis.ts';

/** The quaternary fat tree of Eq. (1): hosts first, then layer by layer. */
function quaternary(layers: number) {
  const hosts = 4 ** layers;
  const width = hosts / 4;
  const level = [...new Array(hosts).fill(0)];
  const src: number[] = [];
  const dst: number[] = [];
  const cable = (a: number, b: number): void => {
    src.push(a, b);
    dst.push(b, a);
  };
  for (let layer = 1; layer <= layers; layer++) for (let x = 0; x < width; x++) level.push(layer);
  for (let host = 0; host < hosts; host++) cable(host, hosts + Math.floor(host / 4));
  for (let layer = 1; layer < layers; layer++) {
    for (let x = 0; x < width; x++) {
      for (let p = 0; p < 4; p++) {
        const y = 4 ** layer * Math.floor(x / 4 ** layer) + 4 ** (layer - 1) * p + (x % 4 ** (layer - 1));
        cable(hosts + (layer - 1) * width + x, hosts + layer * width + y);
      }
    }
  }
  return { level: Int32Array.from(level), src: Int32Array.from(src), dst: Int32Array.from(dst) };
}

const graph = quaternary(6);
const tree = treeBlocks(graph)!;

function messagesOf(pairs: readonly (readonly [number, number])[]) {
  return {
    job: new Int32Array(pairs.length),
    src: Int32Array.from(pairs, ([from]) => from),
    dst: Int32Array.from(pairs, ([, to]) => to),
    bytes: new Float64Array(pairs.length).fill(8),
    count: new Float64Array(pairs.length).fill(1),
    sent: Float64Array.from(pairs, (_, i) => i),
  };
}

const identity = (_: number, rank: number): number => rank;

function gridPairs(sides: readonly number[], periodic: boolean): [number, number][] {
  const pairs: [number, number][] = [];
  const size = sides.reduce((a, b) => a * b, 1);
  for (let cell = 0; cell < size; cell++) {
    let stride = 1;
    for (const side of [...sides].reverse()) {
      const at = Math.floor(cell / stride) % side;
      for (const step of [-1, 1]) {
        const next = at + step;
        if (!periodic && (next < 0 || next >= side)) continue;
        pairs.push([cell, cell + (((next + side) % side) - at) * stride]);
      }
      stride *= side;
    }
  }
  return pairs;
}

function shares(pairs: [number, number][]) {
  const found = sumTurningLayers(tree, identity, messagesOf(pairs));
  return {
    shares: [...layerShares(found.messages)].slice(1).map((share) => Number(share.toFixed(4))),
    mean: Number(found.mean.toFixed(3)),
    messages: found.messages.reduce((a, b) => a + b, 0),
  };
}

describe('turning layers', () => {
  it('are the least l with floor(i / 4^l) = floor(j / 4^l) (LANL-9)', () => {
    const node = fc.integer({ min: 0, max: 4095 });
    fc.assert(
      fc.property(node, node, (i, j) => {
        let layer = 0;
        while (Math.floor(i / 4 ** layer) !== Math.floor(j / 4 ** layer)) layer++;
        expect(turningLevel(tree, i, j)).toBe(layer);
      }),
    );
  });

  it('are none where switches of a level are joined, as in a dragonfly', () => {
    const edges = {
      level: Int32Array.of(0, 0, 1, 1),
      src: Int32Array.of(0, 1, 2),
      dst: Int32Array.of(2, 3, 3),
    };
    expect(treeBlocks(edges)).toBeNull();
  });

  it('of uniform traffic: 3 * 4^(l-1) / 4095, mean 5.668 (LANL-45)', () => {
    const pairs: [number, number][] = [];
    for (let j = 0; j < 4096; j++) if (j !== 1234) pairs.push([1234, j]);
    const found = shares(pairs);
    expect(found.shares).toEqual([0.0007, 0.0029, 0.0117, 0.0469, 0.1875, 0.7502]);
    expect(found.mean).toBe(5.668);
    const hosts = Int32Array.from({ length: 4096 }, (_, i) => i);
    const expected = [0, 1, 2, 3, 4, 5].map((l) => (3 * 4 ** l) / 4095);
    uniformShares(tree, hosts)
      .slice(1)
      .forEach((share, i) => {
        expect(share).toBeCloseTo(expected[i], 12);
      });
  });

  it('of a 16^3 grid, open and periodic (LANL-46)', () => {
    expect(shares(gridPairs([16, 16, 16], false))).toEqual({
      shares: [0.2667, 0.0667, 0.2667, 0.0667, 0.2667, 0.0667],
      mean: 3.2,
      messages: 23_040,
    });
    expect(shares(gridPairs([16, 16, 16], true))).toEqual({
      shares: [0.25, 0.0833, 0.25, 0.0833, 0.25, 0.0833],
      mean: 3.25,
      messages: 24_576,
    });
  });

  it('of a 64^2 open grid and of a chain (LANL-47)', () => {
    expect(shares(gridPairs([64, 64], false))).toEqual({
      shares: [0.381, 0.0952, 0.0238, 0.381, 0.0952, 0.0238],
      mean: 2.786,
      messages: 16_128,
    });
    const chain = shares(gridPairs([4096], false));
    expect(chain.mean).toBe(1.332);
    expect(chain.shares[0]).toBeCloseTo(0.75, 3);
  });

  it('count every message once: by layer, on its host, or unplaced', () => {
    const pairs: [number, number][] = [
      [0, 0],
      [0, 1],
      [0, 9999],
      [5, 4000],
    ];
    const hostOf = (_: number, rank: number): number => (rank < 4096 ? rank : -1);
    const found = sumTurningLayers(tree, hostOf, messagesOf(pairs));
    expect([...found.messages]).toEqual([1, 1, 0, 0, 0, 0, 1]);
    expect(found.unplaced).toBe(1);
    const late = sumTurningLayers(tree, hostOf, messagesOf(pairs), [1, 3]);
    expect([...late.messages, late.unplaced]).toEqual([0, 1, 0, 0, 0, 0, 0, 1]);
  });
});

describe('turning-layers analysis', () => {
  const small = quaternary(2);
  const vertex = { kind: 'switch', name: null, guid: null, pod: -1, bundle: -1, coord: [] };
  const link = { src_port: -1, dst_port: -1, reverse: -1, class: null, direction: null, capacity: -1 };
  const sent = messagesFrame([
    { src: 0, dst: 1, bytes: 100, time: 0 },
    { src: 0, dst: 2, bytes: 300, time: 5 },
  ]);
  const tables = (levels: Int32Array): SmallTables => ({
    vertices: batchFromRows(
      verticesTable,
      Array.from(levels, (level, id) => ({ ...vertex, id, level })),
    ),
    links: batchFromRows(
      linksTable,
      Array.from(small.src, (src, id) => ({ ...link, id, src, dst: small.dst[id] })),
    ),
    ranks: batchFromRows(
      ranksTable,
      [0, 1, 15].map((host, rank) => ({ job: 0, rank, host })),
    ),
    messages: sent,
  });

  it('gives messages, bytes and their shares by layer, through the placement', async () => {
    const { layers, summary } = await runAnalysis(turningLayers, tables(small.level), {});
    expect(layers.rows).toBe(2);
    expect([...layers.columns.share]).toEqual([0.5, 0.5]);
    expect([...layers.columns.byte_share]).toEqual([0.25, 0.75]);
    expect(summary.columns.mean_layer[0]).toBe(1.5);
  });

  it('has no layers where the network is no tree', async () => {
    const bare = new Int32Array(small.level.length).fill(-1);
    expect((await runAnalysis(turningLayers, tables(bare), {})).layers.rows).toBe(0);
  });
});
