import { buildNetwork, removeParts, type TorusShape, torusShape } from '@weft/network';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CollapsedTorus, collapseTorus, createCollapsedTraffic, sumAlong } from '../src/index.ts';

const sizesOfTori = fc
  .array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 7 })
  .filter((sizes) => sizes.reduce((all, size) => all * size, 1) <= 300);

/** Whole numbers, so that sums are exact in any order. */
function randomTotals(shape: TorusShape, seed: number): Float64Array {
  return Float64Array.from(
    { length: shape.linkAt.length },
    (_, link) => (link * 7919 + seed * 104729) % 1009,
  );
}

function trafficOf(shape: TorusShape, torus: CollapsedTorus, totals: Float64Array) {
  return createCollapsedTraffic(shape, torus)(totals, null);
}

/** The cell that a cell becomes part of when one of its dimensions is collapsed. */
function cellAfter(torus: CollapsedTorus, cell: number, dimension: number): number {
  let rest = cell;
  let stride = 1;
  let collapsed = 0;
  torus.kept.forEach((kept, i) => {
    const value = rest % torus.sizes[i];
    rest = Math.floor(rest / torus.sizes[i]);
    if (kept === dimension) return;
    collapsed += value * stride;
    stride *= torus.sizes[i];
  });
  return collapsed;
}

function collapseStep(
  torus: CollapsedTorus,
  sum: Float64Array,
  dimension: number,
  cells: number,
): Float64Array {
  const next = new Float64Array(cells * torus.directions);
  for (let cell = 0; cell < torus.cellCount; cell++) {
    const into = cellAfter(torus, cell, dimension) * torus.directions;
    for (let direction = 0; direction < torus.directions; direction++)
      next[into + direction] += sum[cell * torus.directions + direction];
  }
  return next;
}

describe('collapsing dimensions (VT-18)', () => {
  it('keeps all traffic at each step of every order, and each step adds up the one before', () => {
    fc.assert(
      fc.property(sizesOfTori, fc.nat(1000), (sizes, seed) => {
        const shape = torusShape(buildNetwork('torus', { sizes }))!;
        const totals = randomTotals(shape, seed);
        const all = [...shape.linkAt].reduce((sum, link) => sum + (link < 0 ? 0 : totals[link]), 0);
        for (let subset = 0; subset < 2 ** sizes.length; subset++) {
          const kept = [...sizes.keys()].filter((dimension) => (subset >> dimension) & 1);
          const torus = collapseTorus(shape, kept);
          const { sum } = trafficOf(shape, torus, totals);
          expect(sumAlong(torus, sum, torus.kept) + sumAlong(torus, sum, torus.collapsed)).toBe(all);
          for (const dimension of kept) {
            const next = collapseTorus(
              shape,
              kept.filter((d) => d !== dimension),
            );
            expect(trafficOf(shape, next, totals).sum).toEqual(
              collapseStep(torus, sum, dimension, next.cellCount),
            );
          }
        }
      }),
      { numRuns: 12 },
    );
  });

  it('keeps every link, least and largest of each cell as a plain walk over all nodes finds them', () => {
    const shape = torusShape(buildNetwork('torus', { sizes: [3, 2, 4] }))!;
    const totals = randomTotals(shape, 3);
    const torus = collapseTorus(shape, [2, 0]);
    const { low, high } = trafficOf(shape, torus, totals);
    for (let cell = 0; cell < torus.cellCount; cell++) {
      for (let direction = 0; direction < 6; direction++) {
        const [c, a] = [cell % 4, Math.floor(cell / 4)];
        const values = [0, 1].map((b) => totals[shape.linkAt[(a + 3 * b + 6 * c) * 6 + direction]]);
        expect([low[cell * 6 + direction], high[cell * 6 + direction]]).toEqual([
          Math.min(...values),
          Math.max(...values),
        ]);
        expect(torus.links[cell * 6 + direction]).toBe(2);
      }
    }
  });

  it('keeps both links of a dimension of two, and none of a dimension of one', () => {
    const shape = torusShape(buildNetwork('torus', { sizes: [4, 2, 1] }))!;
    const torus = collapseTorus(shape, [1]);
    expect([...torus.links]).toEqual([4, 4, 4, 4, 0, 0, 4, 4, 4, 4, 0, 0]);
    expect([...torus.expected]).toEqual([...torus.links]);
  });

  it('counts the links of a missing cable, and no link over the open end of a mesh', () => {
    const whole = buildNetwork('torus', { sizes: [4, 4] });
    const shape = torusShape(removeParts(whole, { links: [0] }).network)!;
    const torus = collapseTorus(shape, []);
    expect(torus.expected.reduce((sum, count) => sum + count)).toBe(64);
    expect(torus.links.reduce((sum, count) => sum + count)).toBe(62);
    const mesh = collapseTorus(torusShape(buildNetwork('mesh', { sizes: [4, 4] }))!, [0]);
    expect([...mesh.expected]).toEqual([4, 0, 3, 3, 4, 4, 3, 3, 4, 4, 3, 3, 0, 4, 3, 3]);
  });

  it('leaves out the nodes of other cells', () => {
    const shape = torusShape(buildNetwork('torus', { sizes: [4, 4, 4, 4, 2] }))!;
    const torus = collapseTorus(shape, [2, 3, 4], [1, 0, -1, -1, -1]);
    expect(torus.cellCount).toBe(32);
    expect([...torus.links]).toEqual(new Array(320).fill(1));
    expect(torus.cellOf.filter((cell) => cell >= 0)).toHaveLength(32);
    expect(torus.cellOf[1]).toBe(0);
  });
});
