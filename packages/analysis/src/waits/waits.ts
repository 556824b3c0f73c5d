import { batchFromRows, type Frame, type TableQuery, tableSchema, textColumn } from '@weft/model';
import { z } from 'zod';
import { defineAnalysis } from '../analysis.ts';
import { choiceFilters, lowestJob, rowsOfJob } from '../commgram/message-query.ts';
import { type SpanColumns, spansOfFrame } from '../timeline/span-columns.ts';
import { findWaits } from './find-waits.ts';

const params = z.object({
  job: z.number().int().nonnegative().nullable().default(null),
  /** Nanoseconds, from <= t < to: only waiting within it counts. */
  time: z.tuple([z.number(), z.number()]).nullable().default(null),
});

type Params = z.infer<typeof params>;

export const waits = defineAnalysis<Params>({
  name: 'waits',
  title: 'Waiting within calls',
  doc: 'Per rank and call the time spent waiting for late senders, late receivers and late ranks of collective calls.',
  params,
  needs: waitNeeds,
  run(inputs, { job, time }) {
    const chosen = job ?? lowestJob(...Object.values(inputs));
    const frame = (name: 'spans' | 'messages' | 'collectives'): Frame =>
      inputs[name] ? rowsOfJob(inputs[name], chosen) : batchFromRows(tableSchema(name), []);
    const spans = spansOfFrame(frame('spans'));
    return { entries: sumWaits(spans, frame('messages'), frame('collectives'), time) };
  },
});

function waitNeeds({ job }: Params): Record<string, TableQuery> {
  const where = choiceFilters({ job, calls: [] });
  const ofJob = job === null ? ['job'] : [];
  const times = ['send_start', 'send_end', 'recv_start', 'recv_end'];
  const span = ['rank', 'call', 'enter', 'exit', ...ofJob];
  return {
    spans: { table: 'spans', columns: span, where },
    messages: { table: 'messages', columns: ['src', 'dst', ...times, ...ofJob], where },
    collectives: { table: 'collectives', columns: ['comm', 'seq', 'root', ...span], where },
  };
}

/** One row per rank and call that waited. */
function sumWaits(
  spans: SpanColumns,
  messages: Frame,
  collectives: Frame,
  time: readonly [number, number] | null,
): Frame {
  const found = findWaits(spans, messages, collectives);
  const names = Math.max(spans.names.length, 1);
  const sums = new Map<number, { time: number; count: number }>();
  for (let row = 0; row < found.rows; row++) {
    const start = Math.max(found.start[row], time?.[0] ?? Number.NEGATIVE_INFINITY);
    const end = Math.min(found.start[row] + found.time[row], time?.[1] ?? Number.POSITIVE_INFINITY);
    if (end <= start) continue;
    const key = found.rank[row] * names + spans.call[found.call[row]];
    const sum = sums.get(key) ?? { time: 0, count: 0 };
    sum.time += end - start;
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
