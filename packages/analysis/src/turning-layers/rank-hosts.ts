import { NONE } from '@weft/model';

/** Where a rank of a job ran; NONE where the placement does not say. */
export type RankHosts = (job: number, rank: number) => number;

interface RankColumns {
  readonly job: Int32Array;
  readonly rank: Int32Array;
  readonly host: Int32Array;
}

export function rankHosts({ job, rank, host }: RankColumns): RankHosts {
  const longest = new Map<number, number>();
  for (let row = 0; row < job.length; row++) {
    longest.set(job[row], Math.max(longest.get(job[row]) ?? 0, rank[row] + 1));
  }
  const hosts = new Map([...longest].map(([id, length]) => [id, new Int32Array(length).fill(NONE)]));
  for (let row = 0; row < job.length; row++) hosts.get(job[row])![rank[row]] = host[row];
  return (id, of) => hosts.get(id)?.[of] ?? NONE;
}
