import { expect, it } from 'vitest';
import { analyses } from '../src/index.ts';

it('every analysis that takes names of calls takes no more of them than programs have', () => {
  const names = (count: number) => Array.from({ length: count }, (_, at) => `call${at}`);
  const takes = (name: string, count: number) =>
    analyses.find((one) => one.name === name)!.params.safeParse({ calls: names(count) }).success;
  const asked = analyses
    .filter(({ params }) => params.safeParse({ calls: [] }).success)
    .map(({ name }) => name);
  expect(asked.length).toBeGreaterThan(3);
  expect(asked.filter((name) => !takes(name, 300))).toEqual([]);
  expect(asked.filter((name) => takes(name, 100_000))).toEqual([]);
});
