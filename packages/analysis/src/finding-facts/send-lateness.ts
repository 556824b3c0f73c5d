import { NONE } from '@weft/model';
import type { Messages, RankTimes } from './rank-waiting.ts';
import { quantile } from './stand-out.ts';

/** It sends last at least so often, and in this share of all messages: ranks that wait for it are late, too. */
const FEWEST_TIMES = 3;
const LAST_SHARE = 0.75;

/**
 * How much later each rank sends its n-th message than the median rank does, added up over n: in a program that goes in
 * step, a slow rank is last again and again. Null where ranks do not send equally often.
 */
export function sendLateness({ rows, columns }: Messages, ranks: number): RankTimes | null {
  const { src, send_start } = columns;
  const starts: number[][] = Array.from({ length: ranks }, () => []);
  for (let row = 0; row < rows; row++) if (send_start[row] !== NONE) starts[src[row]].push(send_start[row]);
  const count = starts[0]?.length ?? 0;
  if (count === 0 || starts.some((own) => own.length !== count)) return null;
  for (const own of starts) own.sort((a, b) => a - b);
  const time = new Float64Array(ranks);
  const last = new Int32Array(ranks);
  for (let n = 0; n < count; n++) {
    const column = starts.map((own) => own[n]);
    const middle = quantile(column, 0.5);
    column.forEach((start, rank) => {
      time[rank] += Math.max(0, start - middle);
    });
    last[column.indexOf(Math.max(...column))]++;
  }
  return {
    measure: 'late',
    time,
    usual: (rank) =>
      quantile(
        time.filter((_, other) => other !== rank),
        0.9,
      ),
    often: (rank) => last[rank] >= Math.max(FEWEST_TIMES, LAST_SHARE * count),
  };
}
