import { formatExact } from '@weft/model';
import { defineFinding } from '../../finding.ts';

/** Diagnostics of every import that say how much there is, and none of which is a loss. */
const COUNTS: ReadonlySet<string> = new Set(['SENDS', 'MATCHED', 'ONE-SIDED']);

export const unread = defineFinding({
  kind: 'unread',
  doc: 'What an import could not read or match.',
  find: ({ diagnostics }) => {
    const [first] = diagnostics
      .filter(({ code, count }) => count > 0 && !COUNTS.has(code))
      .sort((a, b) => b.count - a.count);
    if (!first) return [];
    return [
      {
        kind: 'unread',
        text: `Not everything could be read: ${formatExact(first.count, '')} times ${first.text}.`,
        value: first.count,
        unit: 'count',
        factor: 1,
        where: { code: first.code },
      },
    ];
  },
});
