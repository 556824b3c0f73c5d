import { NONE } from '@weft/model';
import type { Messages, RankTimes } from './rank-waiting.ts';
import { mostOfOthers, quantile } from './stand-out.ts';

/** It sends last at least so often, and in this share of all messages: ranks that wait for it are late, too. */
const FEWEST_TIMES = 3;
const LAST_SHARE = 0.75;
/** Then it is so many times as late as nine of ten others, or a quarter later than any: by more than the last of many ranks in a row is. */
const TIMES_MOST = 5;
const TIMES_ANY_LAST = 1.25;
const MANY_RANKS = 16;
/** Or it is last all but always, and so many times as late as nine of ten others: the last of many ranks in a row is 1.25 times. */
const ALWAYS = 0.95;
const TIMES_ROW = 1.5;
/** Where chance makes others the last: later than the median this often, and so many times as late as any other. */
const LATE_SHARE = 0.9;
const TIMES_ANY = 2;

/**
 * How much later each rank sends its n-th message than the median rank does, added up over n: in a program that goes in
 * step, a slow rank is last again and again. Ranks that work alike are late by the network: then only the far latest counts. Null where
 * ranks do not send equally often.
 */
export function sendLateness(
  { rows, columns }: Messages,
  ranks: number,
  workAlike: boolean,
): RankTimes | null {
  const { src, send_start } = columns;
  const starts: number[][] = Array.from({ length: ranks }, () => []);
  for (let row = 0; row < rows; row++) if (send_start[row] !== NONE) starts[src[row]].push(send_start[row]);
  const count = starts[0]?.length ?? 0;
  if (count === 0 || starts.some((own) => own.length !== count)) return null;
  for (const own of starts) own.sort((a, b) => a - b);
  const time = new Float64Array(ranks);
  const last = new Int32Array(ranks);
  const late = new Int32Array(ranks);
  for (let n = 0; n < count; n++) {
    const column = starts.map((own) => own[n]);
    const middle = quantile(column, 0.5);
    column.forEach((start, rank) => {
      time[rank] += Math.max(0, start - middle);
      if (start > middle) late[rank]++;
    });
    const latest = column.reduce((most, start, rank) => (start > column[most] ? rank : most), 0);
    if (column.every((start, rank) => start < column[latest] || rank === latest)) last[latest]++;
  }
  return {
    measure: 'late',
    time,
    isSlow: ({ at, value }) => {
      const timesAny = value / mostOfOthers(time, at);
      const others = time.filter((_, rank) => rank !== at);
      if (last[at] < Math.max(FEWEST_TIMES, LAST_SHARE * count))
        return !workAlike && late[at] >= Math.max(FEWEST_TIMES, LATE_SHARE * count) && timesAny >= TIMES_ANY;
      const always = ranks >= MANY_RANKS && last[at] >= ALWAYS * count;
      if (value >= (always ? TIMES_ROW : TIMES_MOST) * quantile(others, 0.9)) return true;
      return !workAlike && ranks >= MANY_RANKS && timesAny >= TIMES_ANY_LAST;
    },
  };
}
