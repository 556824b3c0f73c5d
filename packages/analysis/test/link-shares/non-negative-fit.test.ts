import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nonNegativeFit, normalEquations } from '../../src/link-shares/non-negative-fit.ts';

/** Solves n equations by elimination; null where they depend on each other. */
function solve(matrix: number[][], right: number[]): number[] | null {
  const rows = matrix.map((row, i) => [...row, right[i]]);
  for (let i = 0; i < rows.length; i++) {
    const pivot = rows.slice(i).reduce((best, row) => (Math.abs(row[i]) > Math.abs(best[i]) ? row : best));
    rows.splice(rows.indexOf(pivot), 1);
    rows.splice(i, 0, pivot);
    if (Math.abs(pivot[i]) < 1e-9) return null;
    rows.forEach((row, at) => {
      if (at === i) return;
      const factor = row[i] / pivot[i];
      row.forEach((_, column) => {
        row[column] -= factor * pivot[column];
      });
    });
  }
  return rows.map((row, i) => row[row.length - 1] / row[i]);
}

function errorOf(columns: readonly Float64Array[], values: Float64Array, factors: ArrayLike<number>): number {
  return values.reduce(
    (sum, value, row) => sum + (value - columns.reduce((all, of, i) => all + factors[i] * of[row], 0)) ** 2,
    0,
  );
}

/** The least error of all subsets of the columns whose plain least squares are not negative. */
function leastError(columns: readonly Float64Array[], values: Float64Array): number {
  let least = errorOf(columns, values, new Float64Array(columns.length));
  for (let subset = 1; subset < 2 ** columns.length; subset++) {
    const chosen = columns.filter((_, i) => subset & (2 ** i));
    const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, value, i) => sum + value * b[i], 0);
    const found = solve(
      chosen.map((a) => chosen.map((b) => dot(a, b))),
      chosen.map((a) => dot(a, values)),
    );
    if (found?.every((factor) => factor >= 0)) least = Math.min(least, errorOf(chosen, values, found));
  }
  return least;
}

it('errs as little as the best of all subsets of columns, with no factor below zero', () => {
  const column = fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 6, maxLength: 6 });
  fc.assert(
    fc.property(fc.array(column, { minLength: 1, maxLength: 4 }), column, (raw, wanted) => {
      const columns = raw.map((values) => Float64Array.from(values));
      const values = Float64Array.from(wanted);
      const ones = new Float64Array(6).fill(1);
      const factors = nonNegativeFit(normalEquations(columns, values, ones, [0, 1, 2, 3, 4, 5]));
      expect(factors.every((factor) => factor >= 0)).toBe(true);
      const least = leastError(columns, values);
      expect(errorOf(columns, values, factors)).toBeLessThanOrEqual(least * (1 + 1e-6) + 1e-6);
    }),
    { numRuns: 150 },
  );
});
