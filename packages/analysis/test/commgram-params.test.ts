import { expect, test } from 'vitest';
import { findAnalysis } from '../src/index.ts';

const accepts = (params: object) => findAnalysis('commgram')?.params.safeParse(params).success;

test('more phases than a picture shows, and zooms into zooms without end, are refused', () => {
  expect(accepts({ phases: 1_000_000_000 })).toBe(false);
  expect(accepts({ within: [{ phases: 1_000_000_000, phase: 0 }] })).toBe(false);
  expect(accepts({ within: Array.from({ length: 1000 }, () => ({ phases: 2, phase: 0 })) })).toBe(false);
});

test('as many phases as a model is cut into are made', () => {
  expect(accepts({ phases: 4096, within: [{ phases: 2, phase: 0 }] })).toBe(true);
});
