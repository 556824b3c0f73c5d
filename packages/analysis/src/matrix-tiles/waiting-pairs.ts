import { type Waits, waitsWithin } from '../waits/find-waits.ts';
import { PairCounter, type PairSums } from './pair-sums.ts';

/** Who waits for whom, from the late rank to the waiting one: nanoseconds and calls. */
export function waitingPairs(waits: Waits, time: readonly [number, number] | null): PairSums {
  const counter = new PairCounter();
  const within = waitsWithin(waits, time);
  for (let row = 0; row < within.rows; row++) {
    counter.addPair(within.partner[row], within.rank[row], within.time[row], 1);
  }
  return counter.sums();
}
