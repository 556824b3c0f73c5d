import { expect, it } from 'vitest';
import { planSizes } from '../src/stages/plan-sizes.ts';

/** Of the largest table, about. */
const BYTES_OF_SPAN = 57;
const ROWS_OF_PART = 524_288;

it('keeps tasks of 300 MB for a trace of some gigabytes', () => {
  expect(planSizes(1.2e9, 300e6)).toEqual({
    sliceBytes: 300e6,
    threadBytes: { decode: 300e6, match: 100e6 },
    partGrowth: 1,
  });
});

it.each([1e9, 1e11, 1e12, 2e13])('leaves some ten thousand parts of spans at most: %d bytes', (bytes) => {
  const { sliceBytes, threadBytes, partGrowth } = planSizes(bytes, 300e6);
  const threads = Math.ceil(bytes / sliceBytes) * Math.max(1, Math.floor(sliceBytes / threadBytes.decode));
  const rowsOfThread = bytes / BYTES_OF_SPAN / threads;
  const parts = threads * Math.ceil(rowsOfThread / (ROWS_OF_PART * partGrowth));
  expect(threads).toBeLessThanOrEqual(4096);
  expect(parts).toBeLessThan(20_000);
});
