import { NONE, type TableFrame } from '@weft/model';
import { rankCount } from '../queries/rank-count.ts';
import { busyTimes } from './busy-times.ts';
import { sendLateness } from './send-lateness.ts';
import { type StandOut, standOut } from './stand-out.ts';

export type Messages = TableFrame<
  'messages',
  'src' | 'dst' | 'send_start' | 'send_end' | 'recv_start' | 'recv_end'
>;
export type Collectives = TableFrame<'collectives', 'comm' | 'seq' | 'rank' | 'enter' | 'exit'>;

/** The rank that works longest is within so many deviations of the median, and so many times it. */
const ALIKE_SIGMAS = 2;
const ALIKE_TIMES = 1.1;

/** Who is slower than others, in one job, by one way to tell it. */
export interface RankTimes {
  /** `busy`: time of each rank between its calls; `late`: how much later it sends than the median rank, added up over messages or rounds. */
  readonly measure: 'busy' | 'late' | 'late in rounds';
  /** Nanoseconds of each rank. */
  readonly time: Float64Array;
  /** Is the rank with most time slower than others again and again? Once is a wait. */
  readonly isSlow: (most: StandOut) => boolean;
}

export interface RankWaiting {
  readonly job: number;
  /** The most direct measure first. */
  readonly ranks: readonly RankTimes[];
  /** The one longest wait for a message; null where receives have no times. */
  readonly longest: LongestWait | null;
}

interface LongestWait {
  readonly rank: number;
  readonly for: number;
  readonly start: number;
  readonly time: number;
  /** The longest wait for another rank. */
  readonly next: number;
}

export function rankWaiting(job: number, messages: Messages, collectives: Collectives): RankWaiting {
  const { src, dst } = messages.columns;
  const ranks = Math.max(rankCount(src), rankCount(dst), rankCount(collectives.columns.rank));
  const busy = busyTimes(messages, collectives, ranks);
  const measured = [busy, sendLateness(messages, ranks, busy !== null && areAlike(busy.time))];
  return { job, ranks: measured.filter((one) => one !== null), longest: longestWait(messages, ranks) };
}

/** Do all ranks work about as long, so that none is far from the others? */
function areAlike(time: Float64Array): boolean {
  const most = standOut(time);
  return most !== null && most.sigmas < ALIKE_SIGMAS && most.value < ALIKE_TIMES * most.median;
}

/** A receive that was posted before its message was sent waits for the sender. */
function longestWait({ rows, columns }: Messages, ranks: number): LongestWait | null {
  const { src, dst, send_start: sent, recv_start: posted } = columns;
  const longest = new Int32Array(ranks).fill(NONE);
  const waited = (row: number) => (row === NONE ? 0 : sent[row] - posted[row]);
  for (let row = 0; row < rows; row++) {
    if (sent[row] === NONE || posted[row] === NONE || src[row] === dst[row]) continue;
    if (waited(row) > waited(longest[src[row]])) longest[src[row]] = row;
  }
  const [first, second] = longest.filter((row) => row !== NONE).sort((a, b) => waited(b) - waited(a));
  if (first === undefined) return null;
  return {
    rank: dst[first],
    for: src[first],
    start: posted[first],
    time: waited(first),
    next: waited(second ?? NONE),
  };
}
