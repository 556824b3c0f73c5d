import { columnsOnly, defineTable, type Filter, messages, takeRows } from '@weft/model';
import { z } from 'zod';
import { defineAnalysis } from '../analysis.ts';
import { lowestJob, rowsOfJob } from '../queries/job-rows.ts';
import { type MessageFrame, messageBatch, representativeTimes } from '../queries/message-batches.ts';
import { messageChoice, messagesQuery } from '../queries/message-choice.ts';

const rankList = z.array(z.number().int().nonnegative());

const params = z.strictObject({
  ...messageChoice,
  /** Members of the sending and of the receiving community; empty = all. */
  sources: rankList.default([]),
  destinations: rankList.default([]),
  /** How many messages are returned, the largest first. */
  limit: z.number().int().positive().max(1_000_000).default(10_000),
});

type Params = z.infer<typeof params>;

const columns = [
  'id',
  'src',
  'dst',
  'bytes',
  'count',
  'tag',
  'comm',
  'call',
  'send_start',
  'send_end',
  'recv_start',
  'recv_end',
] as const;

const { job: _job, step: _step, ...messageColumns } = messages.columns;

const result = {
  messages: defineTable('messages', 'The messages, the largest first, up to the limit.', messageColumns),
  summary: defineTable('summary', 'One row: all messages that match, also those beyond the limit.', {
    messages: { kind: 'int64', unit: 'messages', doc: 'number of messages' },
    bytes: { kind: 'int64', unit: 'B', doc: 'bytes of all of them' },
  }),
};

export const messageRibbons = defineAnalysis({
  name: 'message-ribbons',
  title: 'Messages of a phase or ribbon',
  doc: 'Single messages of a time range between two sets of ranks, the largest first.',
  params,
  result,
  needs: (choice) => ({ messages: messagesQuery(choice, columns, rankFilters(choice)) }),
  run(inputs, { job, time, sources, destinations, limit }) {
    const frame = rowsOfJob(inputs.messages, job ?? lowestJob(inputs.messages));
    const rows = matchingRows(frame, time, new Set(sources), new Set(destinations));
    const { bytes, count } = frame.columns;
    const largest = rows.sort((a, b) => bytes[b] - bytes[a] || a - b).subarray(0, limit);
    return {
      messages: columnsOnly(result.messages, takeRows(frame, largest)),
      summary: {
        rows: 1,
        columns: {
          messages: Float64Array.of(rows.reduce((sum, row) => sum + count[row], 0)),
          bytes: Float64Array.of(rows.reduce((sum, row) => sum + bytes[row], 0)),
        },
      },
    };
  },
});

function rankFilters({ sources, destinations }: Params): Filter[] {
  const filters: Filter[] = [];
  if (sources.length > 0) filters.push({ op: 'in', column: 'src', values: sources });
  if (destinations.length > 0) filters.push({ op: 'in', column: 'dst', values: destinations });
  return filters;
}

function matchingRows(
  frame: MessageFrame,
  time: readonly [number, number] | null,
  sources: ReadonlySet<number>,
  destinations: ReadonlySet<number>,
): Int32Array {
  const batch = messageBatch(frame);
  const times = representativeTimes(batch);
  const rows: number[] = [];
  for (let row = 0; row < frame.rows; row++) {
    if (time && !(times[row] >= time[0] && times[row] < time[1])) continue;
    if (sources.size > 0 && !sources.has(batch.src[row])) continue;
    if (destinations.size > 0 && !destinations.has(batch.dst[row])) continue;
    rows.push(row);
  }
  return Int32Array.from(rows);
}
