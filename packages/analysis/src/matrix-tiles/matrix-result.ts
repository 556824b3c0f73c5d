import { defineTable } from '@weft/model';

const doc = {
  amount: 'bytes sent, or nanoseconds waited, as the summary says',
  count: 'messages sent, or calls that waited',
};
const amount = { kind: 'int64', doc: doc.amount } as const;
const count = { kind: 'int64', unit: 'count', doc: doc.count } as const;

/** Where waiting is shown, the sender of a pair is the late rank and the receiver the one that waits. */
export const matrixResult = {
  cells: defineTable('cells', 'The cells of the window that hold anything.', {
    row: { kind: 'int32', doc: 'block of senders, from 0' },
    column: { kind: 'int32', doc: 'block of receivers, from 0' },
    amount,
    count,
  }),
  axes: defineTable('axes', 'Two rows: senders, receivers.', {
    from: { kind: 'int32', doc: 'first position in the chosen order' },
    to: { kind: 'int32', doc: 'one past the last position' },
    block: { kind: 'int32', doc: 'positions per cell' },
  }),
  ranks: defineTable('ranks', 'One row per position: totals over all partners.', {
    rank: { kind: 'int32', doc: 'world rank' },
    group: { kind: 'int32', optional: true, doc: 'community or host; 0 in the order of ranks' },
    amount_out: amount,
    amount_in: amount,
    count_out: count,
    count_in: count,
  }),
  groups: defineTable(
    'groups',
    'Communities or hosts as they stand on the axes; one row in the order of ranks.',
    {
      from: { kind: 'int32', doc: 'first position' },
      name: { kind: 'text', doc: 'what the group is called' },
    },
  ),
  summary: defineTable('summary', 'One row about the whole.', {
    measure: { kind: 'text', doc: 'traffic: amounts are bytes; waiting: amounts are nanoseconds' },
  }),
  top: defineTable('top', 'The largest pairs first.', {
    src: { kind: 'int32', doc: 'sending or late rank' },
    dst: { kind: 'int32', doc: 'receiving or waiting rank' },
    amount,
    count,
  }),
};
