import { type Frame, isText, type TextColumn, textColumn } from '@weft/model';
import { z } from 'zod';
import { defineAnalysis } from '../analysis.ts';

const params = z.object({ collectives: z.boolean().default(true) });

/** Which calls send messages, for filters to choose from. */
export const messageCalls = defineAnalysis<z.infer<typeof params>>({
  name: 'message-calls',
  title: 'Calls that communicate',
  doc: 'Names of the calls that send messages and of collective calls, with how often and how many bytes.',
  params,
  needs: ({ collectives }) => ({
    messages: { table: 'messages', columns: ['call', 'bytes'] },
    ...(collectives ? { collectives: { table: 'collectives', columns: ['call', 'bytes'] } as const } : {}),
  }),
  run({ messages, collectives }) {
    const rows = [...sumCalls(messages, 0), ...(collectives ? sumCalls(collectives, 1) : [])];
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
function sumCalls(frame: Frame, collective: number): CallSum[] {
  const text = frame.columns.call;
  if (!text || !isText(text)) return [];
  const bytes = frame.columns.bytes as Float64Array;
  const sums = (text as TextColumn).dictionary.map(
    (call): CallSum => ({ call, collective, count: 0, bytes: 0 }),
  );
  text.codes.forEach((code, row) => {
    if (code < 0) return;
    sums[code].count++;
    sums[code].bytes += Math.max(0, bytes[row]);
  });
  return sums
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.call < b.call ? -1 : 1));
}
