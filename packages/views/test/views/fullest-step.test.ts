import { batchFromRows, NONE, tables } from '@weft/model';
import { expect, it } from 'vitest';
import { fullestStep, fullestText } from '../../src/views/link-detail/fullest-step.ts';

const SECOND = 1e9;
const jobs = batchFromRows(tables.jobs, [
  { id: 0, name: 'early', user: null, state: null, start: 0, end: 2 * SECOND },
  { id: 1, name: 'late', user: null, state: null, start: 2 * SECOND, end: NONE },
]).columns;

/** Four steps, the last of which is twice as long. */
const measured = {
  series: Float64Array.of(10, 30, 20, 40),
  times: Float64Array.of(0, 1, 2, 3, 5).map((seconds) => seconds * SECOND),
  shares: {
    counted: 100,
    explained: 50,
    parts: [
      { job: NONE, bytes: 50, share: 0.5 },
      { job: 1, bytes: 30, share: 0.3 },
      { job: 0, bytes: 20, share: 0.2 },
    ],
  },
};

const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

it('finds the step with most bytes per second, and who runs then', () => {
  const fullest = fullestStep({ ...measured, steps: [0, 4] }, jobs);
  expect(fullest).toEqual({ time: [SECOND, 2 * SECOND], rate: 30, job: 0 });
  expect(plain(fullestText(fullest!, 60, jobs, null))).toBe(
    'Fullest 1 s – 2 s: 50 % of capacity, while early runs',
  );
  expect(plain(fullestText(fullest!, 0, jobs, null))).toBe('Fullest 1 s – 2 s: 30 B/s, while early runs');
});

it('looks at the active time alone', () => {
  expect(fullestStep({ ...measured, steps: [2, 4] }, jobs)).toEqual({
    time: [2 * SECOND, 3 * SECOND],
    rate: 20,
    job: 1,
  });
});

it('tells nothing of a single step, or of links that carry nothing', () => {
  expect(fullestStep({ ...measured, steps: [1, 2] }, jobs)).toBeNull();
  expect(fullestStep({ ...measured, series: new Float64Array(4), steps: [0, 4] }, jobs)).toBeNull();
});
