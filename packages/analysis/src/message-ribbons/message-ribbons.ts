import {
  batchFromRows,
  columnsOnly,
  defineTable,
  type Filter,
  type Middle,
  messages as messagesTable,
  type SumQuery,
} from '@weft/model';
import { z } from 'zod';
import { defineAnalysis, type KnownInputs } from '../analysis.ts';
import { firstNumber } from '../queries/first-number.ts';
import { queryOfJob, sumsOfJob } from '../queries/job-rows.ts';
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

const { job: _job, step: _step, ...messageColumns } = messagesTable.columns;

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
  run({ messages = batchFromRows(messagesTable, []), sums }) {
    const numbers = sums?.columns ?? { count: new Float64Array(1), bytes: new Float64Array(1) };
    return {
      messages: columnsOnly(result.messages, messages),
      summary: { rows: 1, columns: { messages: numbers.count, bytes: numbers.bytes } },
    };
  },
});

/** Of several jobs the lowest with such messages is shown: it is asked for first. */
function ribbonNeeds(choice: Params, known: KnownInputs = {}) {
  const { time, calls, limit } = choice;
  const where = [...callFilter(calls), ...knownPeers, ...rankFilters(choice)];
  const middle = messagesWithin(time);
  const job = choice.job ?? firstNumber(known.lowest, 'least_job') ?? null;
  const order = { orderBy: ['bytes', 'id'], descending: ['bytes'], limit };
  return {
    lowest: choice.job === null ? lowestQuery(where, middle) : undefined,
    messages: job === null ? undefined : { ...queryOfJob('messages', columns, job, where), middle, ...order },
    sums: job === null ? undefined : sumsOfJob('messages', [], ['bytes', 'count'], job, { where, middle }),
  };
}

function lowestQuery(where: readonly Filter[], middle: Middle | undefined) {
  const query: SumQuery<'messages', never, never, never> = {
    table: 'messages',
    by: [],
    sums: [],
    least: ['job'],
    where,
    middle,
  };
  return query;
}

function rankFilters({ sources, destinations }: Params): Filter[] {
  const filters: Filter[] = [];
  if (sources.length > 0) filters.push({ op: 'in', column: 'src', values: sources });
  if (destinations.length > 0) filters.push({ op: 'in', column: 'dst', values: destinations });
  return filters;
}
