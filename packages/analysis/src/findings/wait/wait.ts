import { formatDuration } from '@weft/model';
import { defineFinding } from '../../finding.ts';
import { MOST_FACTOR } from '../../finding-facts/stand-out.ts';

/** Times the longest wait for another rank. */
const LEAST_FACTOR = 4;

export const wait = defineFinding({
  kind: 'wait',
  doc: 'The longest wait of one rank for another, where no other comes near it.',
  find: ({ waiting }) =>
    waiting.flatMap(({ longest }) => {
      if (!longest) return [];
      const factor = longest.next > 0 ? Math.min(MOST_FACTOR, longest.time / longest.next) : MOST_FACTOR;
      if (factor < LEAST_FACTOR) return [];
      const { rank, for: partner, start, time, next } = longest;
      return [
        {
          kind: 'wait' as const,
          text: `Rank ${rank} waits ${formatDuration(time)} for rank ${partner}; no wait for another rank is longer than ${next > 0 ? formatDuration(next) : '0'}.`,
          value: time,
          unit: 'ns',
          factor,
          where: { rank, for: partner, from: start, to: start + time },
        },
      ];
    }),
});
