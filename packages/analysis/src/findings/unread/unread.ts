import { type Diagnostic, formatExact } from '@weft/model';
import { defineFinding, type Finding } from '../../finding.ts';

/** Diagnostics none of which is a loss: how much there is, and what a program did that sends no message. */
const NO_LOSSES: ReadonlySet<string> = new Set([
  'SENDS',
  'MATCHED',
  'ONE-SIDED',
  'MODELLED',
  'ROUTES-NOT-COUNTED',
  'AGGREGATED',
  'COMMUNICATORS-LEARNED',
  'SENDS-TO-PROC-NULL',
  'SENDS-TO-NOBODY',
  'RECEIVES-FROM-PROC-NULL',
  'TRANSFERS-TO-PROC-NULL',
  'SENDS-CANCELLED',
  'RECEIVES-CANCELLED',
  'CANCELLED-RECEIVES',
]);

export const unread = defineFinding({
  kind: 'unread',
  doc: 'What an import could not read or match, and what was too large to compare.',
  find: ({ diagnostics, uncomparedMessages }) => [
    ...findLosses(diagnostics),
    ...findUncompared(uncomparedMessages),
  ],
});

function findLosses(diagnostics: readonly Diagnostic[]): Finding[] {
  const [first] = diagnostics
    .filter(({ code, count }) => count > 0 && !NO_LOSSES.has(code))
    .sort((a, b) => b.count - a.count);
  if (!first) return [];
  return [
    {
      kind: 'unread',
      text: `The import notes: ${first.text} (${first.count === 1 ? 'once' : `${formatExact(first.count, '')} times`}).`,
      value: first.count,
      unit: 'count',
      factor: 1,
      where: { code: first.code },
    },
  ];
}

function findUncompared(rows: number): Finding[] {
  if (rows === 0) return [];
  return [
    {
      kind: 'unread',
      text: `Phases and ranks were not compared: ${formatExact(rows, '')} rows of messages are too many.`,
      value: rows,
      unit: 'count',
      factor: 1,
      where: {},
    },
  ];
}
