import type { StepTimes } from '@weft/analysis';
import { NONE } from '@weft/model';
import type { MessagePhase } from '@weft/simulate';

/** No rank is further ahead of the slowest of its job than so many steps (docs/simulator.md). */
const MOST_AHEAD = 32;
/** Times are written in whole nanoseconds: a gap may differ so much from a compute time that is the same. */
const ROUNDING = 2;

/**
 * The phases of a job with the compute times that were measured: what passes between the end of a rank's waiting and its
 * next send. Where a rank neither sends nor gets anything in a step, it is taken as described.
 */
export function withMeasuredCompute(phases: readonly MessagePhase[], times: StepTimes): MessagePhase[] {
  const { ranks, start } = times;
  const ready = new Float64Array(ranks).fill(start);
  const retired: number[] = [];
  return phases.map((phase, step) => {
    const begun = times.begun[step];
    const finished = times.finished[step];
    const held = Math.max(
      phase.barrier && step > 0 ? retired[step - 1] : start,
      step >= MOST_AHEAD ? retired[step - MOST_AHEAD] : start,
    );
    const compute = new Float64Array(ranks);
    for (let rank = 0; rank < ranks; rank++) {
      const from = Math.max(ready[rank], held);
      const described = phase.compute[phase.compute.length === 1 ? 0 : rank];
      const gap = begun[rank] === NONE ? described : Math.max(0, begun[rank] - from);
      compute[rank] = Math.abs(gap - described) <= ROUNDING ? described : gap;
      ready[rank] = begun[rank] === NONE ? from + described : finished[rank];
    }
    retired.push(Math.max(retired[step - 1] ?? start, times.complete[step]));
    return { ...phase, compute };
  });
}
