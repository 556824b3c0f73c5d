import { describe, expect, it } from 'vitest';
import { differenceMatrix } from '../src/assignment/difference-matrix.ts';
import { cumulativeHeights, signedHeights } from '../src/commgram-curve/curve-heights.ts';

describe('curve', () => {
  const equal = Int32Array.of(0, 0, 1, 1, 2, 2);
  const other = Int32Array.of(0, 1, 0, 1, 2, 2);
  const phases = Array.from({ length: 27 }, (_, t) => (t % 9 === 8 ? other : equal));
  const differences = differenceMatrix(phases);
  const d = differences[8];

  it('comes back to its height when the pattern does (CG-30)', () => {
    const heights = [...signedHeights(differences, 27)];
    expect(d).toBeGreaterThan(0);
    expect(heights).toEqual(phases.map((phase) => (phase === other ? d : 0)));
    expect([heights[9], heights[18]]).toEqual([0, 0]);
  });

  it('only climbs when it accumulates (CG-30)', () => {
    expect(cumulativeHeights(differences, 27)[26]).toBe(5 * d);
  });

  it('has no height without phases', () => {
    expect(signedHeights(new Float64Array(0), 0)).toHaveLength(0);
    expect([...signedHeights(new Float64Array(1), 1)]).toEqual([0]);
  });
});
