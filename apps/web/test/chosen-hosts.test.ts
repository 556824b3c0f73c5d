import { batchFromRows, ranks as rankTable } from '@weft/model';
import { describe, expect, it } from 'vitest';
import { chosenHosts } from '../src/workspace/create-routes.ts';

const { columns: ranks } = batchFromRows(rankTable, [
  { job: 3, rank: 0, host: 10 },
  { job: 3, rank: 1, host: 11 },
  { job: 3, rank: 2, host: 11 },
  { job: 5, rank: 0, host: 20 },
  { job: 5, rank: 1, host: -1 },
]);

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
