import type { Frame } from '@weft/model';
import { spansOfEvents, spansOfFrame } from '../timeline/span-columns.ts';
import { findWaits } from '../waits/find-waits.ts';
import { PairCounter, type PairSums } from './pair-sums.ts';

/** Who waits for whom, from the late rank to the waiting one: nanoseconds in `bytes`, calls in `messages`. */
export function waitingPairs(
  spans: Frame,
  messages: Frame,
  collectives: Frame,
  time: readonly [number, number] | null,
): PairSums {
  const calls = spans.rows > 0 ? spansOfFrame(spans) : spansOfEvents(messages, collectives);
  const waits = findWaits(calls, messages, collectives);
  const counter = new PairCounter();
  counter.add(
    {
      rows: waits.rows,
      src: waits.partner,
      dst: waits.rank,
      bytes: waits.time,
      sent: waits.start,
      received: waits.start,
    },
    time,
  );
  return counter.sums();
}
