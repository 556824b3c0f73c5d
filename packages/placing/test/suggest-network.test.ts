import { describe, expect, it } from 'vitest';
import { suggestNetwork } from '../src/index.ts';

/** Rows of ranks, one for each entry: `job rank host`. */
function ranks(...rows: readonly string[]) {
  const column = (at: number) => Int32Array.from(rows, (row) => Number(row.split(' ')[at]));
  return { job: column(0), rank: column(1), host: column(2) };
}

const oneJob = (count: number, hostOf: (rank: number) => number) =>
  ranks(...Array.from({ length: count }, (_, rank) => `0 ${rank} ${hostOf(rank)}`));

describe('the network suggested for ranks', () => {
  it('is the smallest fat tree with a host for each where their own hosts are not known', () => {
    expect(suggestNetwork(oneJob(2, () => -1))).toEqual({ network: 'fat-tree:ports=4', ranksPerHost: 1 });
    expect(suggestNetwork(oneJob(16, () => -1)).network).toBe('fat-tree:ports=4');
    expect(suggestNetwork(oneJob(17, () => -1)).network).toBe('fat-tree:ports=6');
    expect(suggestNetwork(oneJob(4320, () => -1)).network).toBe('fat-tree:ports=26');
  });

  it('keeps ranks of a host together where hosts have as many in order', () => {
    const inBlocks = oneJob(40, (rank) => Math.floor(rank / 4) + 7);
    expect(suggestNetwork(inBlocks)).toEqual({ network: 'fat-tree:ports=4', ranksPerHost: 4 });
    const lastHasFewer = oneJob(38, (rank) => Math.floor(rank / 4));
    expect(suggestNetwork(lastHasFewer).ranksPerHost).toBe(4);
    expect(suggestNetwork(inBlocks, 1)).toEqual({ network: 'fat-tree:ports=6', ranksPerHost: 1 });
  });

  it('takes no ranks for neighbours that were dealt out, that ran on a single host, or of which a host is not known', () => {
    for (const hostOf of [
      (rank: number) => rank % 4,
      () => 0,
      (rank: number) => (rank === 5 ? -1 : rank >> 2),
    ])
      expect(suggestNetwork(oneJob(16, hostOf)).ranksPerHost).toBe(1);
  });

  it('is found for ranks on any number of hosts', () => {
    const length = 200_000;
    const rank = Int32Array.from({ length }, (_, row) => row);
    expect(suggestNetwork({ job: new Int32Array(length), rank, host: rank }).ranksPerHost).toBe(1);
  });

  it('has room for ranks that are missing below the last, and for all jobs', () => {
    expect(suggestNetwork(ranks('0 0 -1', '0 16 -1')).network).toBe('fat-tree:ports=6');
    const two = Array.from({ length: 18 }, (_, row) => `${row % 2} ${row >> 1} -1`);
    expect(suggestNetwork(ranks(...two)).network).toBe('fat-tree:ports=6');
  });
});
