import { formatDuration, formatTimes } from '@weft/model';
import { defineFinding, type Finding } from '../../finding.ts';
import type { RankTimes } from '../../finding-facts/rank-waiting.ts';
import { type StandOut, standOut } from '../../finding-facts/stand-out.ts';

const FEWEST_RANKS = 4;

export const slowRank = defineFinding({
  kind: 'slow-rank',
  doc: 'A rank that takes far longer than others between its calls, or sends later than others again and again.',
  find: ({ waiting }) =>
    waiting.flatMap(({ job, ranks }) => {
      for (const measured of ranks) {
        const found = slowest(measured);
        if (found) return [describe(job, measured, found)];
      }
      return [];
    }),
});

/** The rank with most time, where it is far above the others again and again. */
function slowest({ time, isSlow }: RankTimes): StandOut | null {
  const most = time.length < FEWEST_RANKS ? null : standOut(time);
  return most && isSlow(most) ? most : null;
}

function describe(
  job: number,
  { measure }: RankTimes,
  { at: rank, value, median, factor }: StandOut,
): Finding {
  const time = formatDuration(value);
  const compared = median > 0 ? `${formatTimes(value / median)} the median of all ranks` : 'others none';
  return {
    kind: 'slow-rank',
    text:
      measure === 'busy'
        ? `Rank ${rank} takes ${time} in all between its calls, ${compared}: others wait for it.`
        : `Rank ${rank} sends ${time} later than the median rank, added up over its ${measure === 'late' ? 'messages' : 'rounds of sends'}, ${compared}.`,
    value,
    unit: 'ns',
    factor,
    where: { rank, job },
  };
}
