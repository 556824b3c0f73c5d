import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateBetweenness } from '../src/graph-measures/betweenness-sample.ts';
import {
  adjacencyOf,
  degrees,
  distanceMeasures,
  measureRanks,
  pageRank,
  type RankMeasures,
  runSourceTask,
  simplify,
  standardChoice,
  sumDependencies,
  sumDistances,
  sumWeightedDependencies,
  transitivity,
} from '../src/index.ts';
import {
  butterfly,
  complete,
  grid,
  type Pair,
  rankGraph,
  ring,
  star,
  tree,
} from './reference/known-graphs.ts';
import { slowBetweenness, slowDistances, slowTransitivity } from './reference/slow-graph-measures.ts';

/** All pairs of different numbers below n. */
function pairsBelow(n: number): Pair[] {
  return Array.from({ length: n }, (_, a) => a).flatMap((a) =>
    Array.from({ length: a }, (_, b): Pair => [b, a]),
  );
}

const range = (values: Float64Array): [number, number] => [Math.min(...values), Math.max(...values)];

async function ranges(ranks: number, pairs: readonly Pair[]): Promise<Record<string, [number, number]>> {
  const { values } = await measureRanks(rankGraph(ranks, pairs));
  return Object.fromEntries(Object.entries(values).map(([name, column]) => [name, range(column)]));
}

function expectRange([low, high]: [number, number], least: number, most: number, digits: number): void {
  expect(low).toBeCloseTo(least, digits);
  expect(high).toBeCloseTo(most, digits);
}

describe('measures of 64 ranks that are known', () => {
  const even = 1 / 64;
  it.each([
    ['ring', ring(64), 4, 480.5, 0],
    ['all to all', complete(64), 126, 0, 1],
    ['4 x 4 x 4 torus', grid([4, 4, 4], true), 12, 64.5, 0],
    ['butterfly of 6 stages', butterfly(6), 12, 64.5, 0],
  ] as const)('%s: every rank the same', async (_, pairs, degree, betweenness, transitive) => {
    const found = await ranges(64, pairs);
    expect(found.degree).toEqual([degree, degree]);
    expectRange(found.betweenness, betweenness, betweenness, 9);
    expect(found.transitivity).toEqual([transitive, transitive]);
    expectRange(found.pagerank, even, even, 12);
  });

  it('star', async () => {
    const found = await ranges(64, star(64));
    expect(found.degree).toEqual([2, 126]);
    expect(found.betweenness).toEqual([0, 1953]);
    expect(found.transitivity).toEqual([0, 0]);
    expectRange(found.pagerank, 0.00856, 0.4607, 4);
  });

  it('open grid of 8 x 8', async () => {
    const found = await ranges(64, grid([8, 8], false));
    expect(found.degree).toEqual([4, 8]);
    expectRange(found.betweenness, 3.9, 298.679, 3);
  });

  it('binary tree', async () => {
    const found = await ranges(64, tree(64));
    expect(found.degree).toEqual([2, 6]);
    expect(found.betweenness).toEqual([0, 1232]);
  });
});

describe('graphs at the edge', () => {
  it('has no values for no ranks', async () => {
    const { values } = await measureRanks(rankGraph(0, []));
    expect(Object.values(values).map((column) => column.length)).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('measures a rank alone, ranks without partners and self loops', async () => {
    const alone = await measureRanks(rankGraph(1, []));
    expect(alone.values.pagerank).toEqual(Float64Array.of(1));
    expect(alone.values.closeness).toEqual(Float64Array.of(Number.NaN));
    const { values } = await measureRanks(
      rankGraph(4, [
        [0, 1],
        [2, 2],
      ]),
    );
    expect([...values.degree]).toEqual([1, 1, 2, 0]);
    expect([...values.closeness]).toEqual([1, 1, Number.NaN, Number.NaN]);
    expect([...values.eccentricity]).toEqual([1, 1, 0, 0]);
  });
});

describe('property: kernels against slow references', () => {
  const graphs = fc.integer({ min: 1, max: 14 }).chain((ranks) => {
    const rank = fc.integer({ min: 0, max: ranks - 1 });
    return fc.record({ ranks: fc.constant(ranks), pairs: fc.array(fc.tuple(rank, rank), { maxLength: 40 }) });
  });
  const close = (found: ArrayLike<number>, wanted: readonly number[]): void => {
    expect(found.length).toBe(wanted.length);
    for (const [at, value] of wanted.entries())
      expect(found[at]).toEqual(Number.isNaN(value) ? value : expect.closeTo(value, 9));
  };

  it.each(['out', 'all'] as const)('betweenness, neighbours %s', (mode) => {
    fc.assert(
      fc.property(graphs, ({ ranks, pairs }) => {
        const { src, dst } = rankGraph(ranks, pairs);
        const graph = simplify(adjacencyOf({ vertices: ranks, src, dst }, mode));
        const sources = Int32Array.from({ length: ranks }, (_, v) => v);
        const wanted = slowBetweenness(graph);
        close(sumDependencies(graph, sources).sum, wanted);
        const lengths = new Float64Array(graph.targets.length).fill(0.1);
        close(sumWeightedDependencies({ ...graph, lengths }, sources).sum, wanted);
      }),
    );
  });

  it.each(['out', 'in', 'all'] as const)('distances, neighbours %s', (mode) => {
    fc.assert(
      fc.property(graphs, ({ ranks, pairs }) => {
        const { src, dst } = rankGraph(ranks, pairs);
        const turned = { out: 'in', in: 'out', all: 'all' } as const;
        const along = adjacencyOf({ vertices: ranks, src, dst }, mode);
        const against = adjacencyOf({ vertices: ranks, src, dst }, turned[mode]);
        const everyone = Int32Array.from({ length: ranks }, (_, v) => v);
        const sums = sumDistances(along, against, everyone);
        const wanted = slowDistances(along).map((row) => row.filter(Number.isFinite));
        const total = (row: number[]): number => row.reduce((sum, d) => sum + d, 0);
        close(sums.sum, wanted.map(total));
        close(
          sums.reached,
          wanted.map((row) => row.length),
        );
        close(
          sums.furthest,
          wanted.map((row) => Math.max(...row)),
        );
        close(
          distanceMeasures(sums, everyone).closeness,
          wanted.map((row) => (total(row) > 0 ? (row.length - 1) / total(row) : Number.NaN)),
        );
      }),
    );
  });

  it('betweenness of a sample is right in the mean, and so is its stated error', () => {
    fc.assert(
      fc.property(
        graphs.filter(({ ranks }) => ranks > 3),
        ({ ranks, pairs }) => {
          const { src, dst } = rankGraph(ranks, pairs);
          const graph = simplify(adjacencyOf({ vertices: ranks, src, dst }, 'all'));
          const exact = slowBetweenness(graph).map((value) => value / 2);
          const mean = new Float64Array(ranks);
          const [stated, found] = [new Float64Array(ranks), new Float64Array(ranks)];
          const samples = pairsBelow(ranks);
          for (const sample of samples) {
            const sums = sumDependencies(graph, Int32Array.from(sample));
            const { values, error } = estimateBetweenness(sums, sample.length, 2);
            for (let v = 0; v < ranks; v++) {
              mean[v] += values[v] / samples.length;
              stated[v] += error[v] ** 2 / samples.length;
              found[v] += (values[v] - exact[v]) ** 2 / samples.length;
            }
          }
          close(mean, exact);
          close(stated, [...found]);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('transitivity', () => {
    fc.assert(
      fc.property(graphs, ({ ranks, pairs }) => {
        const { src, dst } = rankGraph(ranks, pairs);
        const graph = simplify(adjacencyOf({ vertices: ranks, src, dst }, 'all'));
        close(transitivity(graph), slowTransitivity(graph));
      }),
    );
  });

  it('PageRank satisfies its equation, and degrees count every end', () => {
    fc.assert(
      fc.property(graphs, ({ ranks, pairs }) => {
        const { src, dst } = rankGraph(ranks, pairs);
        const edges = { vertices: ranks, src, dst };
        const rank = pageRank(edges);
        const sent = degrees(adjacencyOf(edges, 'out'));
        const idle = rank.reduce((sum, value, v) => sum + (sent[v] === 0 ? value : 0), 0);
        const wanted = Array.from(rank, () => 0.15 / ranks + (0.85 * idle) / ranks);
        for (const [from, to] of pairs) wanted[to] += (0.85 * rank[from]) / sent[from];
        close(rank, wanted);
        const ends = degrees(adjacencyOf(edges, 'all'));
        expect(ends.reduce((sum, value) => sum + value, 0)).toBe(2 * pairs.length);
      }),
    );
  });
});

describe('many ranks', () => {
  const graph = rankGraph(1000, grid([10, 10, 10], false));

  it('gives the same bits from tasks done in any order', async () => {
    const backwards: RankMeasures = await measureRanks(graph, standardChoice, async (tasks) =>
      [...tasks].reverse().map(runSourceTask).reverse(),
    );
    expect(backwards).toEqual(await measureRanks(graph));
  });

  it('samples sources where work is limited, and states an error that holds', async () => {
    const exact = await measureRanks(graph);
    expect(exact.sources).toBe(1000);
    expect(Math.max(...exact.error)).toBe(0);
    const sampled = await measureRanks(graph, { ...standardChoice, work: 2_000_000 });
    expect(sampled.sources).toBeLessThan(400);
    const meanSquare = (values: Float64Array): number =>
      values.reduce((sum, value) => sum + value ** 2, 0) / values.length;
    const off = sampled.values.betweenness.map((value, rank) => value - exact.values.betweenness[rank]);
    expect(Math.sqrt(meanSquare(off) / meanSquare(sampled.error))).toBeLessThan(1.5);
    expect(Math.sqrt(meanSquare(off) / meanSquare(exact.values.betweenness))).toBeLessThan(0.1);
    expect([exact.distanceSources, Math.max(...exact.closenessError)]).toEqual([1000, 0]);
    const rough = await measureRanks(graph, { ...standardChoice, work: 10 });
    expect(rough.distanceSources).toBe(512);
    const away = rough.values.closeness.map((value, v) => value - exact.values.closeness[v]);
    expect(Math.sqrt(meanSquare(away) / meanSquare(rough.closenessError))).toBeLessThan(1.5);
    exact.values.eccentricity.forEach((furthest, v) => {
      expect(rough.values.eccentricity[v]).toBeLessThanOrEqual(furthest);
    });
  });

  it('prefers paths that carry more where lengths follow bytes', async () => {
    const bytes = Float64Array.of(1, 1, 100, 100, 100, 100);
    const square = {
      ...rankGraph(4, [
        [0, 1],
        [1, 2],
        [0, 3],
        [3, 0],
        [3, 2],
        [2, 3],
      ]),
      bytes,
    };
    const equal = await measureRanks(square);
    const heavy = await measureRanks(square, { ...standardChoice, lengths: 'bytes' });
    expect([...equal.values.betweenness]).toEqual([0.5, 0.5, 0.5, 0.5]);
    expect([...heavy.values.betweenness]).toEqual([0.5, 0, 0.5, 1]);
  });
});
