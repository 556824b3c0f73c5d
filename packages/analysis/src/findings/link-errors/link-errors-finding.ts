import { formatExact } from '@weft/model';
import { defineFinding } from '../../finding.ts';
import { MOST_FACTOR } from '../../finding-facts/stand-out.ts';

export const linkErrorsFinding = defineFinding({
  kind: 'link-errors',
  doc: 'A link whose error counter is far above that of others.',
  find: ({ errors }) => {
    const [worst] = errors;
    if (!worst) return [];
    const more = errors.length > 1 ? `; ${errors.length - 1} more links or counters stand out` : '';
    return [
      {
        kind: 'link-errors',
        text: `Link ${worst.name} counts ${formatExact(worst.amount, '')} ${worst.counter.replaceAll('_', ' ')}, the median link ${formatExact(worst.usual, '')}${more}.`,
        value: worst.amount,
        unit: 'count',
        factor: Math.min(MOST_FACTOR, worst.amount / Math.max(1, worst.usual)),
        where: { link: worst.link, counter: worst.counter },
      },
    ];
  },
});
