import { WeftError } from '@weft/model';

/** Of one run; each has a row at least, and a cube a step for each. */
const MOST_INTERVALS = 10_000_000;
/** What the intervals into which a run still counts may take in memory. */
const OPEN_BYTES = 2 ** 30;
const ADVICE =
  'Make counters.interval longer, messages smaller or links faster, or leave loads of many jobs out: "output": {"loads": false}.';

/** A run that would never have written all of its intervals is refused before it writes them. */
export function checkIntervals(time: number, interval: number): void {
  const intervals = Math.ceil(time / interval);
  if (intervals <= MOST_INTERVALS) return;
  throw new WeftError({
    code: 'TOO-MANY-INTERVALS',
    message: `the run has ${spelt(intervals)} intervals of counters; at most ${spelt(MOST_INTERVALS)} are written`,
    advice: ADVICE,
  });
}

/**
 * Asked before memory is taken for so many intervals that are open at once: those in which messages cross a link. So many
 * as `always` any run needs, whatever the size of its network.
 */
export function checkOpenIntervals(intervals: number, bytesEach: number, always = 0): void {
  const bytes = intervals * bytesEach;
  if (bytes <= OPEN_BYTES || intervals <= always) return;
  throw new WeftError({
    code: 'TOO-MANY-INTERVALS',
    message: `${spelt(intervals)} intervals of counters or loads are open at once and would take ${(bytes / 2 ** 30).toFixed(1)} GiB; they may take ${OPEN_BYTES / 2 ** 30} GiB`,
    advice: ADVICE,
  });
}

function spelt(count: number): string {
  return count.toLocaleString('en-US');
}
