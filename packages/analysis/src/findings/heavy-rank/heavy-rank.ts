import { formatQuantity, formatTimes } from '@weft/model';
import { defineFinding } from '../../finding.ts';
import { standOut } from '../../finding-facts/stand-out.ts';

const LEAST_FACTOR = 3;
const LEAST_SIGMAS = 6;
const FEWEST_RANKS = 8;
/** More ranks that send as much are a part of the program, no exception. */
const MOST_ALIKE = 2;

export const heavyRank = defineFinding({
  kind: 'heavy-rank',
  doc: 'A rank that sends far more bytes than the others of its job.',
  find: ({ sent }) =>
    [...sent].flatMap(([job, bytes]) => {
      const found = bytes.length < FEWEST_RANKS ? null : standOut(bytes);
      if (!found || found.factor < LEAST_FACTOR || found.sigmas < LEAST_SIGMAS) return [];
      if (found.alike > MOST_ALIKE) return [];
      const compared =
        found.median > 0
          ? `${formatTimes(found.value / found.median)} the median of ${bytes.length} ranks`
          : `most of ${bytes.length} ranks nothing`;
      return [
        {
          kind: 'heavy-rank' as const,
          text: `Rank ${found.at} sends ${formatQuantity(found.value, 'B')}, ${compared}.`,
          value: found.value,
          unit: 'B',
          factor: found.factor,
          where: { rank: found.at, job },
        },
      ];
    }),
});
