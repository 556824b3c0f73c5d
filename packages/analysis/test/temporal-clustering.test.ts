import { createRandom } from '@weft/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clusterTimes, weightedMean } from '../src/temporal-clustering/cluster-times.ts';
import { cutTimes, mergeSteps } from '../src/temporal-clustering/cut-times.ts';
import { binarySwap } from './reference/binary-swap.ts';
import { clusterTimesSlowly } from './reference/cluster-times-slowly.ts';

const unweightedMean = (a: number, _: number, b: number) => (a + b) / 2;
/** Few distinct values, so that most distances are equal to others. */
const tiedTimes = fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 40 });
const freeTimes = fc.array(fc.double({ min: 0, max: 1e12, noNaN: true }), { maxLength: 40 });
const sortedTimes = fc.oneof(tiedTimes, freeTimes).map((times) => times.sort((a, b) => a - b));

function sizesOf(starts: Int32Array): number[] {
  return [...starts.subarray(1)].map((start, i) => start - starts[i]);
}

describe('temporal clustering', () => {
  for (const rule of ['unweighted', 'weighted'] as const) {
    it(`gives the tree and the order of the obvious ${rule} version, ties included`, () => {
      const mean = rule === 'weighted' ? weightedMean : unweightedMean;
      fc.assert(
        fc.property(sortedTimes, (times) => {
          const tree = clusterTimes(Float64Array.from(times), { rule });
          const { merges } = clusterTimesSlowly(times, mean);
          const expected = new Array(merges.length);
          const steps = new Array(merges.length);
          merges.forEach(({ gap, distance }, step) => {
            expected[gap] = distance;
            steps[gap] = step + 1;
          });
          expect([...tree.distances]).toEqual(expected);
          expect([...mergeSteps(tree)]).toEqual(steps);
        }),
        { numRuns: 400 },
      );
    });
  }

  it('cuts where the merges after step Q - q are, globally and inside any cluster', () => {
    fc.assert(
      fc.property(sortedTimes, fc.integer({ min: 1, max: 45 }), fc.nat(), (times, count, pick) => {
        if (times.length === 0) return;
        const tree = clusterTimes(Float64Array.from(times));
        const steps = mergeSteps(tree);
        const kept = times.length - Math.min(count, times.length);
        const expected = [0, ...[...steps.keys()].filter((gap) => steps[gap] > kept).map((gap) => gap + 1)];
        const starts = cutTimes(tree, count);
        expect([...starts]).toEqual([...expected, times.length]);
        const phase = pick % (starts.length - 1);
        const [from, to] = [starts[phase], starts[phase + 1]];
        const alone = clusterTimes(Float64Array.from(times.slice(from, to)));
        expect([...cutTimes(tree, 3, from, to)]).toEqual([...cutTimes(alone, 3)].map((at) => at + from));
      }),
    );
  });

  it('cuts into thousands of clusters as it does into few', () => {
    const random = createRandom(7);
    const times = Float64Array.from({ length: 20_000 }, () => random.below(4000)).sort();
    const tree = clusterTimes(times);
    const steps = mergeSteps(tree);
    for (const count of [4096, 4097, 4098, 12_000]) {
      const inside = [...cutTimes(tree, count)].slice(1, -1);
      expect(inside).toEqual([...steps.keys()].filter((g) => steps[g] > 20_000 - count).map((g) => g + 1));
    }
  });

  it('never merges at a smaller distance than before (CG-15)', () => {
    const random = createRandom('inversions');
    for (let run = 0; run < 300; run++) {
      const times = Float64Array.from({ length: 60 }, () => random.next() ** 3).sort();
      const { merges } = clusterTimesSlowly([...times], unweightedMean);
      for (let i = 1; i < merges.length; i++) {
        expect(merges[i].distance).toBeGreaterThanOrEqual(merges[i - 1].distance);
      }
    }
  });

  it('closes no gap before one inside the same cluster, for many messages (CG-15)', () => {
    const random = createRandom('long');
    const times = Float64Array.from({ length: 400_000 }, () => random.next() * 1e12).sort();
    const tree = clusterTimes(times);
    let inversions = 0;
    for (let gap = 0; gap < tree.distances.length; gap++) {
      if (tree.distances[gap] < times[gap + 1] - times[gap]) inversions++;
    }
    expect(inversions).toBe(0);
  });

  it('gives q clusters for q, where the literal Eq. 3.8 gives Q - q (CG-16)', () => {
    const times = Float64Array.from(binarySwap(8, 1024), (edge) => edge.time);
    const tree = clusterTimes(times);
    const steps = [...mergeSteps(tree)];
    const clustersAfter = (step: number) => steps.filter((made) => made > step).length + 1;
    expect([1, 2, 3, 12].map(clustersAfter)).toEqual([23, 22, 21, 12]);
    expect([1, 2, 3, 12].map((q) => cutTimes(tree, q).length - 1)).toEqual([1, 2, 3, 12]);
  });

  it('finds the three stages of binary swap on 8 (CG-17)', () => {
    const tree = clusterTimes(Float64Array.from(binarySwap(8, 1024), (edge) => edge.time));
    expect(sizesOf(cutTimes(tree, 3))).toEqual([8, 8, 8]);
    expect(sizesOf(cutTimes(tree, 2))).toEqual([16, 8]);
    expect(sizesOf(cutTimes(tree, 1))).toEqual([24]);
  });

  it('has an answer for none, one and simultaneous messages', () => {
    expect(cutTimes(clusterTimes(new Float64Array(0)), 5)).toHaveLength(0);
    expect([...cutTimes(clusterTimes(Float64Array.of(7)), 5)]).toEqual([0, 1]);
    const same = clusterTimes(new Float64Array(5).fill(3));
    expect([...same.distances]).toEqual([0, 0, 0, 0]);
    expect([...cutTimes(same, 2)]).toEqual([0, 4, 5]);
  });
});
