interface Ranks {
  readonly job: Int32Array;
  readonly rank: Int32Array;
}

/** How many hosts the ranks of each job take, with so many to a host; ranks that are missing below the last keep their places. */
export function hostsOfJobs({ job, rank }: Ranks, ranksPerHost: number): ReadonlyMap<number, number> {
  const hosts = new Map<number, number>();
  for (const id of [...new Set(job)].sort((a, b) => a - b)) hosts.set(id, 0);
  for (const [row, own] of rank.entries()) {
    const needed = Math.floor(own / ranksPerHost) + 1;
    if (needed > hosts.get(job[row])!) hosts.set(job[row], needed);
  }
  return hosts;
}
