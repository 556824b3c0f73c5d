import { lowerBound, upperBound } from '@weft/model';
import type { PhaseTree } from './phase-tree.ts';

/**
 * Which phase a message is in, by its representative time alone. Where a cut falls between messages of
 * the same time, the first of them in the order of the source are left of it, as in a stable sort; so
 * messages must be asked about in that order.
 */
export interface PhaseFinder {
  /** -1 = outside of all. */
  find(time: number): number;
}

/** `starts` are leaves: the first of each phase, then the end of the last one. */
export function createPhaseFinder(
  { times, exact, last: latest }: PhaseTree,
  starts: Int32Array,
): PhaseFinder {
  const phases = starts.length - 1;
  const bounds = Float64Array.from(starts, (leaf) =>
    leaf < times.length ? times[leaf] : Number.POSITIVE_INFINITY,
  );
  /** For each bound that parts equal times: the first leaf of that time, and how many were seen. */
  const shared = new Map<number, { first: number; seen: number }>();
  if (exact) {
    for (const leaf of starts) {
      if (leaf > 0 && leaf < times.length && times[leaf - 1] === times[leaf] && !shared.has(times[leaf])) {
        shared.set(times[leaf], { first: lowerBound(times, times[leaf]), seen: 0 });
      }
    }
  }
  let last = 0;
  return {
    find(time) {
      if (phases < 1 || time > latest) return -1;
      if (shared.size > 0) {
        const group = shared.get(time);
        if (group) return phaseOrNone(upperBound(starts, group.first + group.seen++) - 1, phases);
      }
      if (!(time >= bounds[last] && time < bounds[last + 1])) {
        const found = phaseOrNone(upperBound(bounds, time) - 1, phases);
        if (found < 0) return -1;
        last = found;
      }
      return last;
    },
  };
}

function phaseOrNone(phase: number, phases: number): number {
  return phase < phases ? phase : -1;
}
