import { expect, it } from 'vitest';
import { outlierPhase } from '../../src/findings/outlier-phase/outlier-phase.ts';
import { noFacts } from './no-facts.ts';

/** A phase for each share, of which `outliers` are unlike others. */
function found(common: readonly number[], outliers: readonly number[]) {
  const phases = common.map((_, at) => ({ start: at, end: at + 1, bytes: 1000 }));
  const facts = {
    job: 0,
    cut: 'clock' as const,
    phases,
    period: 1,
    section: null,
    outliers,
    common: Float64Array.from(common),
    sentInOutliers: new Map(),
  };
  return outlierPhase.find({ ...noFacts, phases: facts }).map(({ where }) => where.phase);
}

it('is named with two thirds of its traffic in common where all others are alike', () => {
  expect(found([1, 1, 0.67, 1, 1, 1], [2])).toEqual([2]);
  expect(found([1, 1, 0.8, 1, 1, 1], [2])).toEqual([]);
  expect(found([1, 1, 0.67, 0.9, 1, 1], [2])).toEqual([]);
});

it('is not the part of a phase that a run begins or ends with, unless it is unlike all others', () => {
  expect(found([0.67, 1, 1, 1, 1, 1], [0])).toEqual([]);
  expect(found([1, 1, 1, 1, 1, 0.67], [5])).toEqual([]);
  expect(found([1, 1, 1, 1, 1, 0.5], [5])).toEqual([5]);
});
