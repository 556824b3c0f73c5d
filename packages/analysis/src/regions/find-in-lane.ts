import { NONE } from '@weft/model';
import type { StackFrame } from './stack-spans.ts';

/** Spans of one depth of a thread or stream. */
export interface Lane {
  readonly stream: number;
  readonly depth: number;
}

/** The span of a lane that runs at a time (0), the first entered after it (1) or the last before it (-1); NONE = none. */
export function findInLane(
  { stream, depth, enter, exit }: StackFrame['columns'],
  lane: Lane,
  time: number,
  step: -1 | 0 | 1,
): number {
  let best = NONE;
  for (let row = 0; row < enter.length; row++) {
    if (stream[row] !== lane.stream || depth[row] !== lane.depth) continue;
    const fits =
      step === 0 ? enter[row] <= time && exit[row] >= time : step > 0 ? enter[row] > time : enter[row] < time;
    const better = best === NONE || (step > 0 ? enter[row] < enter[best] : enter[row] > enter[best]);
    if (fits && better) best = row;
  }
  return best;
}
