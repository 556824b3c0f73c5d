import type { TableFrame } from '@weft/model';
import type { RecordedMessages } from '../run/recorded-run.ts';

type Keyed = TableFrame<'messages', 'id' | 'job' | 'src' | 'dst' | 'step'>;

/** Rows of messages that are the same message in two runs of one program. */
interface MatchedMessages {
  readonly observed: Int32Array;
  readonly modelled: Int32Array;
}

/**
 * Pairs the messages of a recorded run with those of a repeated one: of those of one sender to one receiver in one step,
 * the first belongs to the first. A run that was stopped early has fewer.
 */
export function matchMessages(observed: RecordedMessages, modelled: Keyed): MatchedMessages {
  const first = inOrder(observed);
  const second = inOrder(modelled);
  const pairs = { observed: new Int32Array(second.length), modelled: new Int32Array(second.length) };
  let count = 0;
  let at = 0;
  for (const row of second) {
    while (at < first.length && compareKeys(observed, first[at], modelled, row) < 0) at++;
    if (at >= first.length || compareKeys(observed, first[at], modelled, row) !== 0) continue;
    pairs.observed[count] = first[at++];
    pairs.modelled[count++] = row;
  }
  return { observed: pairs.observed.subarray(0, count), modelled: pairs.modelled.subarray(0, count) };
}

function inOrder(messages: Keyed): Int32Array {
  const { id } = messages.columns;
  return Int32Array.from({ length: messages.rows }, (_, row) => row).sort(
    (a, b) => compareKeys(messages, a, messages, b) || id[a] - id[b],
  );
}

function compareKeys({ columns: a }: Keyed, i: number, { columns: b }: Keyed, j: number): number {
  return a.job[i] - b.job[j] || a.step[i] - b.step[j] || a.src[i] - b.src[j] || a.dst[i] - b.dst[j];
}
