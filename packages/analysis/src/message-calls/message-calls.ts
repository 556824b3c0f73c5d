import { defineTable, queryColumns, type TableColumns, textColumn } from '@weft/model';
import { z } from 'zod';
import { defineAnalysis } from '../analysis.ts';

const params = z.strictObject({ collectives: z.boolean().default(true) });

const calls = defineTable(
  'calls',
  'The calls that send messages, then the collective ones; most frequent first.',
  {
    call: { kind: 'text', doc: 'e.g. MPI_Isend' },
    collective: { kind: 'int32', doc: '1 = a collective call' },
    count: { kind: 'int64', unit: 'count', doc: 'messages, or ranks times collective calls' },
    bytes: { kind: 'int64', unit: 'B', doc: 'bytes sent, or contributed' },
  },
);

/** Which calls send messages, for filters to choose from. */
export const messageCalls = defineAnalysis({
  name: 'message-calls',
  title: 'Calls that communicate',
  doc: 'Names of the calls that send messages and of collective calls, with how often and how many bytes.',
  params,
  result: { calls },
  needs: ({ collectives }) => ({
    messages: queryColumns('messages', ['call', 'bytes', 'count']),
    collectives: collectives ? queryColumns('collectives', ['call', 'bytes']) : undefined,
  }),
  run({ messages, collectives }) {
    const rows = [...sumCalls(messages.columns, 0), ...(collectives ? sumCalls(collectives.columns, 1) : [])];
    return {
      calls: {
        rows: rows.length,
        columns: {
          call: textColumn(rows.map((row) => row.call)),
          collective: Int32Array.from(rows, (row) => row.collective),
          count: Float64Array.from(rows, (row) => row.count),
          bytes: Float64Array.from(rows, (row) => row.bytes),
        },
      },
    };
  },
});

interface CallSum {
  readonly call: string;
  readonly collective: number;
  count: number;
  bytes: number;
}

/** Most frequent first; rows without a name are left out. */
function sumCalls(
  {
    call: text,
    bytes,
    count,
  }: Pick<TableColumns<'messages'>, 'call' | 'bytes'> & { readonly count?: Float64Array },
  collective: number,
): CallSum[] {
  const sums = text.dictionary.map((call): CallSum => ({ call, collective, count: 0, bytes: 0 }));
  text.codes.forEach((code, row) => {
    if (code < 0) return;
    sums[code].count += count?.[row] ?? 1;
    sums[code].bytes += Math.max(0, bytes[row]);
  });
  return sums
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.call < b.call ? -1 : 1));
}
