import { columnsOnly, defineTable, type Filter, messages, takeRows } from '@weft/model';
import { z } from 'zod';
import { defineAnalysis } from '../analysis.ts';
import { lowestJob, queryOfJob, rowsOfJob, sumsOfJob } from '../queries/job-rows.ts';
import { callFilter, knownPeers, messageChoice, messagesWithin } from '../queries/message-choice.ts';

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
  needs: ribbonNeeds,
  run(inputs, { job, limit }) {
    const chosen = job ?? lowestJob(inputs.messages);
    const frame = rowsOfJob(inputs.messages, chosen);
    const { bytes, id } = frame.columns;
    const rows = Int32Array.from({ length: frame.rows }, (_, row) => row);
    const largest = rows.sort((a, b) => bytes[b] - bytes[a] || id[a] - id[b]).subarray(0, limit);
    const sums = rowsOfJob(inputs.sums, chosen).columns;
    const total = (column: Float64Array) => Float64Array.of(column.reduce((sum, one) => sum + one, 0));
    return {
      messages: columnsOnly(result.messages, takeRows(frame, largest)),
      summary: { rows: 1, columns: { messages: total(sums.count), bytes: total(sums.bytes) } },
    };
  },
});

/** Of several jobs the one to show is found from its rows, so that all are read. */
function ribbonNeeds(choice: Params) {
  const { job, time, calls, limit } = choice;
  const where = [...callFilter(calls), ...knownPeers, ...rankFilters(choice)];
  const middle = messagesWithin(time);
  const first = job === null ? {} : { orderBy: ['bytes', 'id'], descending: ['bytes'], limit };
  return {
    messages: { ...queryOfJob('messages', columns, job, where), middle, ...first },
    sums: sumsOfJob('messages', [], ['bytes', 'count'], job, { where, middle }),
  };
}

function rankFilters({ sources, destinations }: Params): Filter[] {
  const filters: Filter[] = [];
  if (sources.length > 0) filters.push({ op: 'in', column: 'src', values: sources });
  if (destinations.length > 0) filters.push({ op: 'in', column: 'dst', values: destinations });
  return filters;
}
