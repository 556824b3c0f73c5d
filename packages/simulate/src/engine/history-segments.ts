import { createRandom, type Random } from '@weft/model';
import type { MessagePhase } from '../workload.ts';
import { type Fabric, PS_PER_NS } from './fabric.ts';
import { type Pattern, tracePattern } from './pattern.ts';

/** A job that runs its workload again and again from start to end, or until it has done all its runs. */
export interface HistoryJob {
  readonly hosts: Int32Array;
  readonly ranks: number;
  /** Nanoseconds. */
  readonly start: number;
  readonly end: number;
  /** Bytes per second of each rank; null = as fast as compute times and the fullest link of each phase let it. */
  readonly rate: number | null;
  /** Infinite where the job goes on to its end. */
  readonly runs: number;
  /** One run. */
  phases(): Iterable<MessagePhase>;
}

interface SegmentOptions {
  readonly interval: number;
  readonly duration: number;
  readonly packet: number;
  readonly seed: string;
}

/** The part of a job under one routing. */
export interface Segment {
  readonly job: number;
  readonly pattern: Pattern;
  readonly random: Random;
  readonly start: number;
  readonly end: number;
  /** Iterations per nanosecond at mean activity. */
  readonly pace: number;
  /** Iterations so far, and the bytes and packets they put on the links of the pattern. */
  done: number;
  wanted: number;
  readonly bytes: Float64Array;
  readonly packets: Float64Array;
  readonly binned: Float64Array;
}

/** A job is cut where the routing changes, at the beginning of an interval. */
export function segmentsOf(
  fabric: Fabric,
  job: HistoryJob,
  number: number,
  { interval, duration, packet, seed }: SegmentOptions,
): Segment[] {
  const cuts = fabric.epochs.map(({ from }) => Math.ceil(from / PS_PER_NS / interval) * interval);
  const end = Math.min(job.end, duration);
  return cuts.flatMap((cut, e): Segment[] => {
    const from = Math.max(job.start, cut);
    const to = Math.min(end, cuts[e + 1] ?? Number.POSITIVE_INFINITY);
    if (from >= to) return [];
    const pattern = tracePattern(fabric, job.hosts, job.phases(), cut * PS_PER_NS, packet);
    if (pattern.bytesSent === 0) return [];
    return [
      {
        job: number,
        pattern,
        random: createRandom(`${seed}/${number}/${e}`),
        start: from,
        end: to,
        pace: paceOf(job, pattern),
        done: 0,
        wanted: 0,
        bytes: new Float64Array(pattern.links.length),
        packets: new Float64Array(pattern.links.length),
        binned: new Float64Array(pattern.links.length),
      },
    ];
  });
}

function paceOf({ rate, ranks }: HistoryJob, { bytesSent, duration }: Pattern): number {
  return rate === null ? 1 / duration : (rate * ranks) / 1e9 / bytesSent;
}

/** Down to a whole number of iterations, or up where one has been begun before. */
export function wholeIterations(before: number, after: number): number {
  const down = Math.floor(after);
  return down >= before && down > 0 ? down : Math.ceil(Math.max(before, after, 1));
}
