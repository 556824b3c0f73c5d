import { expect, test } from 'vitest';
import { commgram } from '../src/index.ts';

test.each([
  { phases: 1_000_000_000 },
  { within: [{ phases: 1_000_000_000, phase: 0 }] },
  { within: Array.from({ length: 1000 }, () => ({ phases: 2, phase: 0 })) },
])('a CommGram of more phases than a picture shows is refused: %j', (params) => {
  expect(commgram.params.safeParse(params).success).toBe(false);
});

test('a CommGram of as many phases as a model is cut into is made', () => {
  expect(commgram.params.parse({ phases: 4096 }).phases).toBe(4096);
});
