import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type MeasureChoice, measureRanks, type RankGraph, standardChoice } from '@weft/analysis';
import { createRandom, type Random } from '@weft/model';
import { beforeAll, describe, expect, it } from 'vitest';
import { requirePythonModule } from './debian-packages.ts';

/** 200 random graphs, sparse and dense, with parallel edges, self loops and ranks without any, against igraph. */
const program = fileURLToPath(new URL('programs/graph-measures.py', import.meta.url));
const graphs = Array.from({ length: 200 }, (_, seed) => randomGraph(createRandom(seed)));

type Modes = Readonly<Record<'in' | 'out' | 'all', readonly (number | null)[]>>;

interface Truth {
  readonly degree: Modes;
  readonly closeness: Modes;
  readonly eccentricity: Modes;
  readonly betweenness: Readonly<Record<'undirected' | 'directed' | 'weighted', readonly number[]>>;
  readonly pagerank: readonly number[];
  readonly transitivity: readonly number[];
}

let truths: readonly Truth[];

beforeAll(() => {
  requirePythonModule('igraph', 'python3-igraph');
  const input = JSON.stringify({ graphs: graphs.map(plainGraph) });
  truths = JSON.parse(
    execFileSync('/usr/bin/python3', [program], { input, encoding: 'utf8', maxBuffer: 1 << 28 }),
  );
});

describe('measures equal those of igraph within 1e-9', () => {
  it.each(['in', 'out', 'all'] as const)('degree, closeness and eccentricity, edges %s', async (mode) => {
    await compareAll({ degree: mode, paths: mode }, ({ degree, closeness, eccentricity }) => ({
      degree: degree[mode],
      closeness: closeness[mode],
      eccentricity: eccentricity[mode],
    }));
  });

  it('betweenness, PageRank and transitivity', async () => {
    await compareAll({}, ({ betweenness, pagerank, transitivity }) => ({
      betweenness: betweenness.undirected,
      pagerank,
      transitivity,
    }));
  });

  it('betweenness of directed paths and of paths with lengths', async () => {
    await compareAll({ betweenness: 'directed' }, (truth) => ({ betweenness: truth.betweenness.directed }));
    await compareAll({ lengths: 'bytes' }, (truth) => ({ betweenness: truth.betweenness.weighted }));
  });
});

async function compareAll(
  choice: Partial<MeasureChoice>,
  wanted: (truth: Truth) => Partial<Record<string, readonly (number | null)[]>>,
): Promise<void> {
  for (const [at, graph] of graphs.entries()) {
    const { values } = await measureRanks(graph, { ...standardChoice, ...choice });
    const found: Readonly<Record<string, Float64Array>> = values;
    for (const [name, column] of Object.entries(wanted(truths[at]))) {
      column?.forEach((value, rank) => {
        const off = value === null ? !Number.isNaN(found[name][rank]) : !within(found[name][rank], value);
        if (off) expect.fail(`graph ${at}, ${name} of rank ${rank}: ${found[name][rank]}, igraph ${value}`);
      });
    }
  }
}

function within(found: number, wanted: number): boolean {
  return Math.abs(found - wanted) <= 1e-9 * Math.max(1, Math.abs(wanted));
}

function randomGraph(random: Random): RankGraph {
  const ranks = 1 + random.below(90);
  const edges = random.below(Math.ceil(ranks * (1 + 10 * random.next() ** 3)) + 1);
  const rank = (): number => Math.floor(ranks * 0.97 * random.next() ** 1.5);
  const column = (value: () => number): number[] => Array.from({ length: edges }, value);
  return {
    ranks,
    src: Int32Array.from(column(rank)),
    dst: Int32Array.from(column(rank)),
    call: new Int32Array(edges),
    calls: ['MPI_Send'],
    messages: new Float64Array(edges).fill(1),
    bytes: Float64Array.from(column(() => 2 ** random.below(6))),
  };
}

function plainGraph({ ranks, src, dst, bytes }: RankGraph): object {
  const carried = new Map<string, number>();
  src.forEach((from, e) => {
    const key = `${Math.min(from, dst[e])} ${Math.max(from, dst[e])}`;
    carried.set(key, (carried.get(key) ?? 0) + bytes[e]);
  });
  const lengths = [...carried].map(([key, sum]) => [...key.split(' ').map(Number), 1 / sum]);
  return { ranks, src: [...src], dst: [...dst], lengths };
}
