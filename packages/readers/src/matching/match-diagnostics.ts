import type { Diagnostic } from '@weft/model';
import type { MatchCounts } from './match-partition.ts';

/** A diagnostic for each count above 0. */
export function diagnosticsOf(
  entries: readonly (readonly [code: string, count: number, text: string])[],
): Diagnostic[] {
  return entries.filter(([, count]) => count > 0).map(([code, count, text]) => ({ code, count, text }));
}

/** What the matching found, in words; SENDS = MATCHED + UNMATCHED-SENDS. */
export function matchDiagnostics(counts: MatchCounts): Diagnostic[] {
  return diagnosticsOf([
    ['SENDS', counts.sends, 'messages sent'],
    ['MATCHED', counts.matched, 'messages with their receive'],
    [
      'UNMATCHED-SENDS',
      counts.unmatchedSends,
      'messages without a recorded receive; kept with recv_end = none',
    ],
    ['ONE-SIDED', counts.transfers, 'one-sided transfers: a message each, which nobody receives'],
    [
      'UNMATCHED-RECEIVES',
      counts.unmatchedReceives,
      'receives without a recorded send; no message is made of them',
    ],
    [
      'CANCELLED-RECEIVES',
      counts.cancelledReceives,
      'receives the program asked to cancel and that found no message',
    ],
    [
      'WILDCARDS-GUESSED',
      counts.guessed,
      'receives from any source or with any tag without a status: given the earliest message left that fits',
    ],
    [
      'RECEIVED-BEFORE-SENT',
      counts.reversed,
      'messages received before they were sent: the clocks of the ranks differ; --repair-clocks puts them on one',
    ],
    [
      'LARGER-THAN-RECEIVE',
      counts.tooLarge,
      'messages larger than their receive, which should have taken another: receives are not recorded or were guessed',
    ],
  ]);
}
