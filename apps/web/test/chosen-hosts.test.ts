import { describe, expect, it } from 'vitest';
import { chosenHosts } from '../src/workspace/create-routes.ts';

const ranks = {
  job: Int32Array.of(3, 3, 3, 5, 5),
  rank: Int32Array.of(0, 1, 2, 0, 1),
  host: Int32Array.of(10, 11, 11, 20, -1),
};

describe('hosts of what is chosen', () => {
  const hosts = (jobs: number[], members: number[]) =>
    chosenHosts(ranks, jobs, members).map((list) => [...list]);

  it('are those of each job, of its ranks alone where ranks are chosen, too', () => {
    expect(hosts([3, 5], [])).toEqual([[10, 11], [20]]);
    expect(hosts([3], [2])).toEqual([[11]]);
  });

  it('are those of ranks of the lowest job where no job is chosen', () => {
    expect(hosts([], [0, 1])).toEqual([[10, 11]]);
    expect(hosts([], [])).toEqual([]);
    expect(hosts([], [9])).toEqual([]);
    expect(chosenHosts(null, [3], [0])).toEqual([]);
  });
});
