import { createRandom } from '@weft/model';
import { describe, expect, it } from 'vitest';
import { fitShares } from '../../src/link-shares/fit-shares.ts';

const STEPS = 96;

/** Three jobs whose rates go up and down independently. */
function sentBytes(): Float64Array[] {
  const random = createRandom(7);
  return [1e9, 3e9, 2e9].map((mean) =>
    Float64Array.from({ length: STEPS }, () => mean * (0.5 + random.next())),
  );
}

function carriedBytes(
  sent: readonly Float64Array[],
  factor: (job: number, step: number) => number,
  noise: number,
) {
  const random = createRandom(8);
  return Float64Array.from({ length: STEPS }, (_, step) => {
    const bytes = sent.reduce((sum, of, job) => sum + factor(job, step) * of[step], 0);
    return bytes * (1 + noise * random.normal());
  });
}

const sumOf = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0);
const unsure = new Uint8Array(STEPS);

describe('fitShares', () => {
  it('finds the exact shares where readings have no noise', () => {
    const sent = sentBytes();
    const factors = [0.25, 0, 0.1];
    const carried = carriedBytes(sent, (job) => factors[job], 0);
    const { bytes, windows } = fitShares({ carried, sent, unsure });
    expect(windows).toBe(1);
    bytes.forEach((found, job) => {
      expect(Math.abs(found - factors[job] * sumOf(sent[job]))).toBeLessThan(1e-6 * sumOf(carried));
    });
  });

  it('bounds noisy shares by ranges that hold the truth', () => {
    const sent = sentBytes();
    const factors = [0.25, 0, 0.1];
    const carried = carriedBytes(sent, (job) => factors[job], 0.03);
    const { bytes, low, high } = fitShares({ carried, sent, unsure });
    bytes.forEach((found, job) => {
      const truth = factors[job] * sumOf(sent[job]);
      expect(low[job]).toBeLessThanOrEqual(truth);
      expect(high[job]).toBeGreaterThanOrEqual(truth);
      expect(Math.abs(found - truth)).toBeLessThan(0.02 * sumOf(carried));
    });
  });

  it('cuts windows where a job changes what it sends over the link', () => {
    const sent = sentBytes();
    const factor = (job: number, step: number) => [step < STEPS / 2 ? 0.3 : 0.02, 0.05, 0][job];
    const carried = carriedBytes(sent, factor, 0.01);
    const { bytes, windows } = fitShares({ carried, sent, unsure });
    const truth = sent[0].reduce((sum, amount, step) => sum + amount * factor(0, step), 0);
    expect(windows).toBe(2);
    expect(Math.abs(bytes[0] - truth)).toBeLessThan(0.01 * sumOf(carried));
  });

  it('leaves steps out that do not tell who sent', () => {
    const sent = sentBytes();
    const carried = carriedBytes(sent, (job) => [0.25, 0, 0.1][job], 0);
    const torn = sent.map((of) => of.slice());
    const marks = new Uint8Array(STEPS);
    for (const step of [10, 40, 41]) {
      marks[step] = 1;
      torn[0][step] += torn[1][step];
      torn[1][step] = 0;
    }
    const { bytes } = fitShares({ carried, sent: torn, unsure: marks });
    expect(Math.abs(bytes[0] - 0.25 * sumOf(torn[0]))).toBeLessThan(1e-6 * sumOf(carried));
    expect(bytes[1]).toBeLessThan(1e-6 * sumOf(carried));
  });
});
