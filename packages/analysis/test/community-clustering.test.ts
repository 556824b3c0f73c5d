import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bestCommunities, bestCount } from '../src/community-clustering/best-communities.ts';
import { type CommunityTree, clusterCommunities } from '../src/community-clustering/cluster-communities.ts';
import { clusterWithin, communityTree } from '../src/community-clustering/community-tree.ts';
import {
  communityNode,
  cutCommunities,
  cutCommunity,
  leavesOf,
  numberByFirst,
} from '../src/community-clustering/cut-communities.ts';
import { modularity } from '../src/community-clustering/modularity.ts';
import { buildGraph } from '../src/community-clustering/weighted-graph.ts';
import { binarySwap, type Edge } from './reference/binary-swap.ts';
import { clusterCommunitiesSlowly, modularitySlowly } from './reference/cluster-communities-slowly.ts';

function graphOf(ranks: number, edges: readonly Pick<Edge, 'src' | 'dst' | 'bytes'>[]) {
  return buildGraph(
    ranks,
    Int32Array.from(edges, (e) => e.src),
    Int32Array.from(edges, (e) => e.dst),
    Float64Array.from(edges, (e) => e.bytes),
  );
}

function matrixOf(ranks: number, edges: readonly Pick<Edge, 'src' | 'dst' | 'bytes'>[]): number[][] {
  const matrix = Array.from({ length: ranks }, () => new Array(ranks).fill(0));
  for (const { src, dst, bytes } of edges) {
    matrix[src][dst] += bytes;
    if (src !== dst) matrix[dst][src] += bytes;
  }
  return matrix;
}

function groups(labels: Int32Array): string {
  const members: number[][] = [];
  labels.forEach((label, rank) => {
    members[label] = [...(members[label] ?? []), rank];
  });
  return members.map((group) => group.join('')).join(' ');
}

/** Merges as pairs of smallest members. */
function pairsOf(tree: CommunityTree): [number, number][] {
  const smallest = [...Array(tree.vertices).keys()];
  return [...tree.left].map((left, step) => {
    const pair: [number, number] = [smallest[left], smallest[tree.right[step]]];
    smallest.push(pair[0]);
    return pair;
  });
}

/** Many equal weights, zero weights, loops, silent ranks, several components. */
const traffic = fc.integer({ min: 1, max: 14 }).chain((ranks) =>
  fc.record({
    ranks: fc.constant(ranks),
    edges: fc.array(
      fc.record({
        src: fc.nat(ranks - 1),
        dst: fc.nat(ranks - 1),
        bytes: fc.oneof(fc.constantFrom(0, 1, 2, 4), fc.nat(1000)),
      }),
      { maxLength: 40 },
    ),
  }),
);

describe('community clustering', () => {
  it('merges the pairs of the obvious version, ties, silent and unconnected ones included', () => {
    fc.assert(
      fc.property(traffic, ({ ranks, edges }) => {
        const tree = clusterCommunities(graphOf(ranks, edges));
        const expected = clusterCommunitiesSlowly(matrixOf(ranks, edges));
        expect(pairsOf(tree)).toEqual(expected.pairs);
        expect([...tree.gains].map((gain) => gain + 0)).toEqual(expected.gains.map((gain) => gain + 0));
      }),
      { numRuns: 2000 },
    );
  });

  it('reports modularity as defined, and its gains add up to it', () => {
    fc.assert(
      fc.property(traffic, fc.integer({ min: 1, max: 14 }), ({ ranks, edges }, count) => {
        const graph = graphOf(ranks, edges);
        const tree = clusterCommunities(graph);
        const labels = cutCommunities(tree, count);
        const value = modularity(graph, labels);
        expect(value).toBeCloseTo(modularitySlowly(matrixOf(ranks, edges), [...labels]), 9);
        const alone = modularity(
          graph,
          Int32Array.from({ length: ranks }, (_, v) => v),
        );
        const made = ranks - Math.min(count, ranks);
        const gained = tree.gains.subarray(0, made).reduce((sum, gain) => sum + gain, 0);
        expect(alone + gained).toBeCloseTo(value, 9);
      }),
    );
  });

  it('cuts into as many communities as asked, globally and inside one', () => {
    fc.assert(
      fc.property(traffic, fc.integer({ min: 1, max: 14 }), ({ ranks, edges }, count) => {
        const tree = clusterCommunities(graphOf(ranks, edges));
        const labels = cutCommunities(tree, count);
        expect(new Set(labels).size).toBe(Math.min(count, ranks));
        const node = communityNode(tree, 0, count);
        const inside = [...labels.keys()].filter((rank) => labels[rank] === labels[0]);
        expect([...leavesOf(tree, node)].sort((a, b) => a - b)).toEqual(inside);
        const parts = cutCommunity(tree, node, 2);
        expect([...parts.keys()].filter((rank) => parts[rank] >= 0)).toEqual(inside);
        expect(new Set(parts.filter((part) => part >= 0)).size).toBe(Math.min(2, inside.length));
      }),
    );
  });

  it('merges inside given communities first, as the obvious version does', () => {
    const grouped = traffic.chain((choice) =>
      fc.record({
        choice: fc.constant(choice),
        labels: fc.array(fc.nat(4), { minLength: choice.ranks, maxLength: choice.ranks }),
      }),
    );
    fc.assert(
      fc.property(grouped, ({ choice: { ranks, edges }, labels }) => {
        const tree = clusterWithin(graphOf(ranks, edges), numberByFirst(Int32Array.from(labels)));
        const expected = clusterCommunitiesSlowly(matrixOf(ranks, edges), labels);
        expect(pairsOf(tree)).toEqual(expected.pairs);
        expect([...tree.gains].map((gain) => gain + 0)).toEqual(expected.gains.map((gain) => gain + 0));
      }),
      { numRuns: 2000 },
    );
  });
});

describe.each([
  ['greedy tree', clusterCommunities],
  ['tree of a phase', communityTree],
])('%s', (_, cluster) => {
  it('finds the communities of binary swap on 8 (CG-23)', () => {
    const graph = graphOf(8, binarySwap(8, 1024));
    const tree = cluster(graph);
    const cut = (count: number) => groups(cutCommunities(tree, count));
    expect(cut(8)).toBe('0 1 2 3 4 5 6 7');
    expect(cut(5)).toBe('01 23 45 6 7');
    expect(cut(4)).toBe('01 23 45 67');
    expect(cut(3)).toBe('0123 45 67');
    expect(cut(2)).toBe('0123 4567');
    expect(cut(1)).toBe('01234567');
    expect([...tree.gains].map((gain) => Math.round(gain * 1e4) / 1e4)).toEqual([
      0.1116, 0.1116, 0.1116, 0.1116, 0.0179, 0.0179, -0.3571,
    ]);
    const values = [1, 2, 3, 4, 5, 6, 7, 8].map((count) => modularity(graph, cutCommunities(tree, count)));
    expect(values.indexOf(Math.max(...values)) + 1).toBe(2);
  });

  it('finds the partner pairs of one stage alone (CG-24)', () => {
    const edges = binarySwap(8, 1024);
    const expected = ['01 23 45 67', '02 13 46 57', '04 15 26 37'];
    expected.forEach((pairs, stage) => {
      const tree = cluster(
        graphOf(
          8,
          edges.filter((edge) => edge.stage === stage),
        ),
      );
      expect(groups(cutCommunities(tree, 4))).toBe(pairs);
      expect([...tree.gains.subarray(0, 4)]).toEqual([0.21875, 0.21875, 0.21875, 0.21875]);
      expect(tree.gains.subarray(4).every((gain) => gain < 0)).toBe(true);
    });
  });
});

describe('the tree of a phase', () => {
  it('is the greedy one, or has a better cut and the best partition found as one of its cuts', () => {
    fc.assert(
      fc.property(traffic, ({ ranks, edges }) => {
        const graph = graphOf(ranks, edges);
        const value = (tree: CommunityTree) => modularity(graph, cutCommunities(tree, bestCount(tree)));
        const greedy = clusterCommunities(graph);
        const tree = communityTree(graph);
        if (pairsOf(tree).join() === pairsOf(greedy).join()) return;
        expect(value(tree)).toBeGreaterThan(value(greedy) + 0.001);
        const best = bestCommunities(graph);
        expect(cutCommunities(tree, new Set(best).size)).toEqual(best);
      }),
      { numRuns: 1000 },
    );
  });

  it('finds cliques that the greedy rule tears apart', () => {
    // A ring of 30 triangles: greedy merges begin at one end and do not come out even.
    const edges = Array.from({ length: 30 }, (_, c) => [
      [3 * c, 3 * c + 1, 2],
      [3 * c + 1, 3 * c + 2, 2],
      [3 * c, 3 * c + 2, 2],
      [3 * c + 2, (3 * c + 3) % 90, 1],
    ]).flat();
    const graph = graphOf(
      90,
      edges.map(([src, dst, bytes]) => ({ src, dst, bytes })),
    );
    const tree = communityTree(graph);
    const labels = cutCommunities(tree, 30);
    expect([...labels]).toEqual(Array.from({ length: 90 }, (_, v) => Math.floor(v / 3)));
  });

  it('never moves a vertex for less than it gains', () => {
    fc.assert(
      fc.property(traffic, ({ ranks, edges }) => {
        const graph = graphOf(ranks, edges);
        const best = bestCommunities(graph);
        const value = modularity(graph, best);
        for (let v = 0; v < ranks; v++) {
          for (const label of new Set(best)) {
            const moved = best.with(v, label);
            const meets = ({ src, dst, bytes }: (typeof edges)[number]) =>
              bytes > 0 && ((src === v && best[dst] === label) || (dst === v && best[src] === label));
            if (edges.some(meets)) expect(modularity(graph, moved)).toBeLessThanOrEqual(value + 1e-9);
          }
        }
      }),
    );
  });
});
