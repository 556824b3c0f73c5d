import { formatExact } from '@weft/model';
import { defineFinding } from '../../finding.ts';

export const unread = defineFinding({
  kind: 'unread',
  doc: 'What an import could not read or match.',
  find: ({ diagnostics }) => {
    const [first] = diagnostics.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
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
