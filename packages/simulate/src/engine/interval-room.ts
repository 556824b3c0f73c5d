import { WeftError } from '@weft/model';
import { type Picoseconds, toNanoseconds } from './fabric.ts';

/** What the intervals take that a message or a queue spans at once: they stay in memory until it has passed. */
const MOST_OPEN_BYTES = 2 * 2 ** 30;
/** Every interval becomes a row at least. */
const MOST_INTERVALS = 100_000_000;

/** Refuses the interval of a number where it would be one too many, in all or of those that are open at once. */
export function checkIntervals(
  interval: Picoseconds,
  number: number,
  open: number,
  bytesOfOne: number,
): void {
  if (number < MOST_INTERVALS && (open + 1) * bytesOfOne <= MOST_OPEN_BYTES) return;
  const length = `${toNanoseconds(interval).toLocaleString('en-US')} ns`;
  throw new WeftError({
    code: 'TOO-MANY-INTERVALS',
    message:
      number >= MOST_INTERVALS
        ? `the run lasts longer than ${MOST_INTERVALS.toLocaleString('en-US')} intervals of ${length}`
        : `messages and their queues span ${open.toLocaleString('en-US')} intervals of ${length}, which take more than ${MOST_OPEN_BYTES / 2 ** 30} GiB of memory`,
    advice: 'Count in longer intervals (counters.interval and counters.loads of the scenario).',
  });
}
