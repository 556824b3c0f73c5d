import { defineTable, sumColumns, type TextColumn, textAt, textColumn } from '@weft/model';
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
    messages: sumColumns('messages', ['call'], ['bytes', 'count']),
    collectives: collectives ? sumColumns('collectives', ['call'], ['bytes', 'rows']) : undefined,
  }),
  run({ messages, collectives }) {
    const sent = callSums(messages.columns, messages.columns.count, 0);
    const rows = [
      ...sent,
      ...(collectives ? callSums(collectives.columns, collectives.columns.rows, 1) : []),
    ];
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
  readonly count: number;
  readonly bytes: number;
}

interface SumsOfCalls {
  readonly call: TextColumn;
  readonly bytes: Float64Array;
}

/** Most frequent first; rows without a name are left out. */
function callSums({ call, bytes }: SumsOfCalls, count: Float64Array, collective: number): CallSum[] {
  return Array.from(call.codes, (_, row) => ({
    call: textAt(call, row) ?? '',
    collective,
    count: count[row],
    bytes: bytes[row],
  }))
    .filter((sums) => sums.call !== '' && sums.count > 0)
    .sort((a, b) => b.count - a.count || (a.call < b.call ? -1 : 1));
}
