import { batchFromRows, defineTable, messages as messagesTable, textColumn } from '@weft/model';
import { z } from 'zod';
import { defineAnalysis } from '../analysis.ts';
import { lowestJob, queryOfJob, rowsOfJob } from '../queries/job-rows.ts';
import { type SpanColumns, spansOfFrame } from '../spans/span-columns.ts';
import { findWaits, messageTimes, type Waits, waitsWithin } from './find-waits.ts';
import { readCalls, waitQueries, waitReading } from './wait-queries.ts';

const params = z.strictObject({
  job: z.number().int().nonnegative().nullable().default(null),
  /** Nanoseconds, from <= t < to: only waiting within it counts. */
  time: z.tuple([z.number(), z.number()]).nullable().default(null),
  waitReading,
});

const entries = defineTable('entries', 'One row per rank and call that waited.', {
  rank: { kind: 'int32', doc: 'world rank' },
  call: { kind: 'text', doc: 'e.g. MPI_Waitall' },
  time: { kind: 'int64', unit: 'ns', doc: 'time waited inside the call' },
  count: { kind: 'int64', unit: 'count', doc: 'calls that waited' },
});

export const waits = defineAnalysis({
  name: 'waits',
  title: 'Waiting within calls',
  doc: 'Per rank and call the time spent waiting for late senders, late receivers and late ranks of collective calls.',
  params,
  result: { entries },
  needs: (choice, known = {}) => waitQueries(choice, queryOfJob('messages', messageTimes, choice.job), known),
  run(inputs, { job, time }) {
    const { messages = batchFromRows(messagesTable, []) } = inputs;
    const read = readCalls(inputs);
    const chosen = job ?? lowestJob(read.spans, messages, read.collectives);
    const spans = spansOfFrame(rowsOfJob(read.spans, chosen));
    const found = findWaits(spans, rowsOfJob(messages, chosen), rowsOfJob(read.collectives, chosen));
    return { entries: sumWaits(spans, waitsWithin(found, time)) };
  },
});

function sumWaits(spans: SpanColumns, found: Waits) {
  const names = Math.max(spans.names.length, 1);
  const sums = new Map<number, { time: number; count: number }>();
  for (let row = 0; row < found.rows; row++) {
    const key = found.rank[row] * names + spans.call[found.call[row]];
    const sum = sums.get(key) ?? { time: 0, count: 0 };
    sum.time += found.time[row];
    sum.count++;
    sums.set(key, sum);
  }
  const keys = [...sums.keys()].sort((a, b) => a - b);
  return {
    rows: keys.length,
    columns: {
      rank: Int32Array.from(keys, (key) => Math.floor(key / names)),
      call: textColumn(keys.map((key) => spans.names[key % names])),
      time: Float64Array.from(keys, (key) => sums.get(key)?.time ?? 0),
      count: Float64Array.from(keys, (key) => sums.get(key)?.count ?? 0),
    },
  };
}
