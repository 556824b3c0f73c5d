import { NONE } from '@weft/model';
import { callEndingAt, callIndex, firstEntered } from '../spans/call-index.ts';
import type { SpanColumns } from '../spans/span-columns.ts';

/** -1: the last call entered before the time; 0: the one the rank is in then; 1: the first entered after it. */
export type CallStep = -1 | 0 | 1;

/** The row of a call of the rank among those that count; NONE where there is none. */
export function findCall(
  spans: SpanColumns,
  rank: number,
  time: number,
  step: CallStep,
  counts: (row: number) => boolean,
): number {
  const index = callIndex(spans);
  if (step === 0) {
    const row = callEndingAt(index, spans, rank, time);
    return row >= 0 && counts(row) ? row : NONE;
  }
  if (rank < 0 || rank + 1 >= index.offsets.length) return NONE;
  let at = firstEntered(index, spans.enter, rank, time);
  if (step > 0) while (at < index.offsets[rank + 1] && spans.enter[index.rows[at]] <= time) at++;
  else at--;
  for (; at >= index.offsets[rank] && at < index.offsets[rank + 1]; at += step) {
    if (counts(index.rows[at])) return index.rows[at];
  }
  return NONE;
}
