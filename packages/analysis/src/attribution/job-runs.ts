import { NONE, type TableColumns } from '@weft/model';

export function hostsOfJobs({ job, host }: TableColumns<'ranks'>): Map<number, number[]> {
  const sets = new Map<number, Set<number>>();
  for (let row = 0; row < job.length; row++) {
    if (host[row] !== NONE) sets.set(job[row], (sets.get(job[row]) ?? new Set()).add(host[row]));
  }
  return new Map([...sets].map(([id, set]) => [id, [...set]]));
}

interface JobRun {
  readonly id: number;
  readonly from: number;
  readonly to: number;
}

/** Jobs that run in the range, each cut to it. A job without an end runs on to the last time known. */
export function runsIn(
  { id, start, end }: TableColumns<'jobs'>,
  time: readonly [number, number] | null,
): JobRun[] {
  const last = Math.max(0, ...end, ...start, time?.[1] ?? 0);
  return Array.from(id, (job, row) => ({
    id: job,
    from: Math.max(start[row], time?.[0] ?? Number.NEGATIVE_INFINITY),
    to: Math.min(end[row] === NONE ? last : end[row], time?.[1] ?? Number.POSITIVE_INFINITY),
  })).filter(({ from, to }, row) => start[row] !== NONE && from < to);
}
