import { NONE, type TableColumns } from '@weft/model';

export type TimeRange = readonly [number, number];

/** What one job, or nothing known, put on the links. */
interface LinkShare {
  /** NONE = unexplained. */
  readonly job: number;
  readonly bytes: number;
  /** Of the whole, 0..1; all shares add up to 1. */
  readonly share: number;
}

export interface LinkShares {
  /** What the counter says, and what is attributed to jobs. */
  readonly counted: number;
  readonly explained: number;
  /** Jobs with most bytes first, the unexplained rest last. */
  readonly parts: readonly LinkShare[];
}

/** Adds the rest that makes the parts equal to the counter; where jobs explain more than it, they are the whole. */
export function shareOut(counted: number, bytesOfJob: ReadonlyMap<number, number>): LinkShares {
  const jobs = [...bytesOfJob].filter(([, bytes]) => bytes > 0).sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  const explained = jobs.reduce((sum, [, bytes]) => sum + bytes, 0);
  const whole = Math.max(counted, explained);
  const rest = whole - explained;
  const entries: [number, number][] = rest > 0 || jobs.length === 0 ? [...jobs, [NONE, rest]] : jobs;
  return {
    counted,
    explained,
    parts: entries.map(([job, bytes]) => ({ job, bytes, share: whole > 0 ? bytes / whole : 0 })),
  };
}

/** Loads come in bins, the time of a row being the end of its bin; null where no width can be told. */
export function binWidth(ends: Iterable<number>, start: number): number {
  let width = 0;
  for (const end of ends) width = greatestDivisor(end - start, width);
  return width;
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}

/**
 * Bytes of each job in the time range. A bin that is only partly inside counts by the part of the job's run in it that
 * is inside; `estimated` says that this happened.
 */
export function jobBytes(
  loads: Pick<TableColumns<'loads'>, 'time' | 'job' | 'bytes'>,
  jobs: Pick<TableColumns<'jobs'>, 'id' | 'start' | 'end'>,
  width: number,
  range: TimeRange | null,
): { readonly bytes: Map<number, number>; readonly estimated: boolean } {
  const rowOf = new Map(Array.from(jobs.id, (id, row) => [id, row]));
  const bytes = new Map<number, number>();
  let estimated = false;
  for (let row = 0; row < loads.job.length; row++) {
    const job = loads.job[row];
    const at = rowOf.get(job);
    const run: TimeRange = at === undefined ? [0, NONE] : [jobs.start[at], jobs.end[at]];
    const part = range === null ? 1 : partInside(loads.time[row], width, run, range);
    if (part > 0) bytes.set(job, (bytes.get(job) ?? 0) + loads.bytes[row] * part);
    if (part > 0 && part < 1) estimated = true;
  }
  return { bytes, estimated };
}

function partInside(end: number, width: number, [start, stop]: TimeRange, range: TimeRange): number {
  const binStart = end - width;
  let from = Math.max(binStart, start === NONE ? binStart : start);
  let to = Math.min(end, stop === NONE ? end : stop);
  if (from >= to) [from, to] = [binStart, end];
  const inside = Math.min(to, range[1]) - Math.max(from, range[0]);
  return Math.min(Math.max(inside / Math.max(to - from, 1), 0), 1);
}

/** Percentages with one digit that add up to exactly 100.0: the largest remainders are rounded up. */
export function roundShares(shares: readonly number[]): string[] {
  const sum = shares.reduce((total, share) => total + share, 0);
  if (!(sum > 0)) return shares.map(() => '–');
  const exact = shares.map((share) => (share / sum) * 1000);
  const whole = exact.map(Math.floor);
  const missing = 1000 - whole.reduce((total, value) => total + value, 0);
  const order = exact.map((value, i) => [value - whole[i], i]).sort((a, b) => b[0] - a[0] || a[1] - b[1]);
  for (const [, i] of order.slice(0, missing)) whole[i]++;
  return whole.map((value) => `${(value / 10).toFixed(1)} %`);
}
