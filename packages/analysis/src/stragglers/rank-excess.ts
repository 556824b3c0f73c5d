import { NONE } from '@weft/model';
import { type SteppedMessages, stepTimes } from './step-times.ts';

interface RankExcess {
  readonly rank: number;
  /** Time between the end of what a rank waited for and its next send, over all steps. */
  compute: number;
  /** What of it is beyond the median of all ranks, step by step. */
  excess: number;
}

/** How long ranks of a job compute, and how much longer than the median; longest excess first. */
export function rankExcess(messages: SteppedMessages, job: number, start: number): RankExcess[] {
  const { src, dst, step } = messages.columns;
  let ranks = 0;
  let steps = 0;
  for (let row = 0; row < messages.rows; row++) {
    if (messages.columns.job[row] !== job || step[row] === NONE) continue;
    ranks = Math.max(ranks, src[row] + 1, dst[row] + 1);
    steps = Math.max(steps, step[row] + 1);
  }
  const times = stepTimes(messages, job, ranks, start, new Array(steps).fill({ wait: 'both' }));
  const found = Array.from({ length: ranks }, (_, rank): RankExcess => ({ rank, compute: 0, excess: 0 }));
  const ready = new Float64Array(ranks).fill(start);
  for (let at = 0; at < steps; at++) {
    const gaps = gapsOf(times.begun[at], ready);
    const median = gaps.toSorted()[ranks >> 1] ?? 0;
    gaps.forEach((gap, rank) => {
      found[rank].compute += gap;
      found[rank].excess += Math.max(0, gap - median);
      if (times.finished[at][rank] !== NONE) ready[rank] = times.finished[at][rank];
    });
  }
  return found.sort((a, b) => b.excess - a.excess || a.rank - b.rank);
}

/** From the end of waiting to the begin of the next step; 0 where a rank takes no part in it. */
function gapsOf(begun: Float64Array, ready: Float64Array): Float64Array {
  return begun.map((time, rank) => (time === NONE ? 0 : Math.max(0, time - ready[rank])));
}
