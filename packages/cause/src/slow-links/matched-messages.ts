import type { TableFrame } from '@weft/model';

type Keyed = TableFrame<'messages', 'id' | 'job' | 'src' | 'dst' | 'step'>;

/** Rows of messages that are the same message in two runs of one program. */
interface MatchedMessages {
  readonly observed: Int32Array;
  readonly modelled: Int32Array;
}

/**
 * Pairs the messages of a recorded run with those of repeated ones: of those of one sender to one receiver in one step,
 * the first belongs to the first. A run that was stopped early has fewer.
 */
export class MessageMatcher {
  private readonly observed: ReadonlyMap<number, readonly number[]>;
  private readonly keyOf: (messages: Keyed, row: number) => number;

  constructor(observed: Keyed) {
    const { src, dst, step } = observed.columns;
    const ranks = 1 + Math.max(largest(src), largest(dst));
    const steps = 1 + largest(step);
    this.keyOf = ({ columns }, row) =>
      ((columns.job[row] * steps + columns.step[row]) * ranks + columns.src[row]) * ranks + columns.dst[row];
    this.observed = this.rowsByKey(observed);
  }

  match(modelled: Keyed): MatchedMessages {
    const pairs = { observed: new Int32Array(modelled.rows), modelled: new Int32Array(modelled.rows) };
    let count = 0;
    for (const [key, rows] of this.rowsByKey(modelled)) {
      const others = this.observed.get(key) ?? [];
      for (let at = 0; at < Math.min(rows.length, others.length); at++) {
        pairs.observed[count] = others[at];
        pairs.modelled[count++] = rows[at];
      }
    }
    return { observed: pairs.observed.subarray(0, count), modelled: pairs.modelled.subarray(0, count) };
  }

  /** Rows by job, step, sender and receiver, in the order in which they were sent. */
  private rowsByKey(messages: Keyed): Map<number, number[]> {
    const byKey = new Map<number, number[]>();
    for (let row = 0; row < messages.rows; row++) {
      const key = this.keyOf(messages, row);
      const rows = byKey.get(key);
      if (rows) rows.push(row);
      else byKey.set(key, [row]);
    }
    const { id } = messages.columns;
    for (const rows of byKey.values()) if (rows.length > 1) rows.sort((a, b) => id[a] - id[b]);
    return byKey;
  }
}

function largest(values: Int32Array): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}
