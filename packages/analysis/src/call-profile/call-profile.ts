import {
  calls as callsTable,
  columnsOnly,
  defineTable,
  type Filter,
  queryTable,
  takeRows,
  textAt,
  textColumn,
} from '@weft/model';
import { z } from 'zod';
import { defineAnalysis, type InputsOf } from '../analysis.ts';
import { jobFilter, lowestJob, queryOfJob, rowsOfJob, sumsOfJob } from '../queries/job-rows.ts';
import { rankCount } from '../queries/rank-count.ts';
import { callsOfMpi } from '../spans/query-spans.ts';
import { callsInTime, type ProfileRows } from './calls-in-time.ts';
import { type CallEntries, imbalanceOfCalls, mostOverMean, sumBy } from './sum-calls.ts';

const params = z.strictObject({
  job: z.number().int().nonnegative().nullable().default(null),
  /** Nanoseconds, from <= t < to, found from the calls one by one; the whole run, as it was counted, when left out. */
  time: z.tuple([z.number(), z.number()]).nullable().default(null),
  /** The rows of one call or of one rank are listed, too. */
  openCall: z.string().nullable().default(null),
  openRank: z.number().int().nonnegative().nullable().default(null),
});

type Params = z.infer<typeof params>;

const { rank, call, count, bytes, time } = callsTable.columns;

const result = {
  calls: defineTable('calls', 'One row per call, most time first.', {
    call,
    count,
    bytes,
    time,
    max_time: { kind: 'int64', unit: 'ns', doc: 'time of the rank with most of it' },
    max_rank: { kind: 'int32', doc: 'that rank; the lowest among equals' },
    imbalance: { kind: 'float64', doc: 'most time over mean time of all ranks; 1 = even, 0 = no time' },
  }),
  ranks: defineTable('ranks', 'One row per rank.', { rank, count, bytes, time }),
  summary: defineTable('summary', 'One row about the whole.', {
    ranks: { kind: 'int32', doc: 'number of ranks' },
    time_imbalance: { kind: 'float64', doc: 'most time inside calls over the mean of all ranks' },
    bytes_imbalance: { kind: 'float64', doc: 'most bytes over the mean of all ranks' },
    from: { kind: 'float64', unit: 'ns', doc: 'start of the range asked for; NaN = the whole run' },
    to: { kind: 'float64', unit: 'ns', doc: 'end of the range asked for; NaN = the whole run' },
  }),
  open: defineTable('open', 'Rows of the open call by rank, or of the open rank by call.', {
    rank,
    call,
    count,
    bytes,
    time,
  }),
};

export const callProfile = defineAnalysis({
  name: 'call-profile',
  title: 'Profile of calls',
  doc: 'Time, number and bytes per call and per rank, and how unevenly they are spread.',
  params,
  result,
  needs: profileNeeds,
  run(inputs, choice) {
    const job = choice.job ?? lowestJob(...Object.values(inputs));
    const rows = profileRows(inputs, job);
    const { names, entries } = callEntries(rows);
    // A part of the run has the ranks of all of it, or the even would look uneven.
    const all = inputs.ranks ? rankCount(rowsOfJob(inputs.ranks, job).columns.rank) : 0;
    const ranks = Math.max(rankCount(entries.rank), all);
    return {
      calls: callsFrame(entries, names, ranks),
      ranks: ranksFrame(entries, ranks),
      summary: summaryFrame(entries, ranks, choice.time),
      open: openFrame(rows, choice),
    };
  },
});

function profileNeeds({ job, time }: Params) {
  if (!time) {
    const calls = queryTable('calls', { where: jobFilter(job) });
    return { calls, spans: undefined, messages: undefined, collectives: undefined, ranks: undefined };
  }
  const range = (column: string, from: number, to: number): Filter => ({ op: 'range', column, from, to });
  const begins = (column: string) => range(column, time[0], time[1]);
  const reaches = [
    range('enter', Number.MIN_SAFE_INTEGER, time[1]),
    range('exit', time[0], Number.MAX_SAFE_INTEGER),
  ];
  return {
    calls: undefined,
    spans: sumsOfJob('spans', ['rank', 'call'], ['rows', 'enter', 'exit'], job, {
      where: [callsOfMpi, ...reaches],
      within: { enter: time, exit: time },
    }),
    messages: sumsOfJob('messages', ['src', 'call'], ['bytes'], job, { where: [begins('send_start')] }),
    collectives: sumsOfJob('collectives', ['rank', 'call'], ['bytes'], job, { where: [begins('enter')] }),
    ranks: queryOfJob('ranks', ['rank'], job),
  };
}

type ProfileInputs = InputsOf<ReturnType<typeof profileNeeds>>;

function profileRows(inputs: ProfileInputs, job: number): ProfileRows {
  if (inputs.calls) return rowsOfJob(inputs.calls, job);
  return callsInTime(
    inputs.spans && rowsOfJob(inputs.spans, job),
    inputs.messages && rowsOfJob(inputs.messages, job),
    inputs.collectives && rowsOfJob(inputs.collectives, job),
  );
}

/** Rows of the open call by rank, or of the open rank by call. */
function openFrame(rows: ProfileRows, { openCall, openRank }: Params) {
  const { rank, call } = rows.columns;
  const kept: number[] = [];
  for (let row = 0; row < rows.rows; row++) {
    if (openCall !== null ? textAt(call, row) === openCall : rank[row] === openRank) kept.push(row);
  }
  return columnsOnly(result.open, takeRows(rows, Int32Array.from(kept)));
}

function callEntries({ columns }: ProfileRows): { names: string[]; entries: CallEntries } {
  const { rank, count, bytes, time, call: text } = columns;
  const names = [...new Set(Array.from(text.codes, (_, row) => textAt(text, row) ?? ''))].sort();
  const index = new Map(names.map((name, at) => [name, at]));
  const call = Int32Array.from(text.codes, (_, row) => index.get(textAt(text, row) ?? '') ?? 0);
  return { names, entries: { rank, call, count, bytes, time } };
}

/** One row per call, most time first. */
function callsFrame(entries: CallEntries, names: readonly string[], ranks: number) {
  const sums = sumBy(entries, entries.call, names.length);
  const { max, maxRank, ratio } = imbalanceOfCalls(entries, names.length, ranks);
  const order = Int32Array.from(names, (_, at) => at).sort((a, b) => sums.time[b] - sums.time[a] || a - b);
  const sorted = (values: Float64Array) => Float64Array.from(order, (at) => values[at]);
  return {
    rows: names.length,
    columns: {
      call: textColumn(Array.from(order, (at) => names[at])),
      count: sorted(sums.count),
      bytes: sorted(sums.bytes),
      time: sorted(sums.time),
      max_time: sorted(max),
      max_rank: order.map((at) => maxRank[at]),
      imbalance: sorted(ratio),
    },
  };
}

function ranksFrame(entries: CallEntries, ranks: number) {
  const sums = sumBy(entries, entries.rank, ranks);
  return {
    rows: ranks,
    columns: { rank: Int32Array.from({ length: ranks }, (_, rank) => rank), ...sums },
  };
}

/** `from` and `to` of the range asked for; NaN = the whole run. */
function summaryFrame(entries: CallEntries, ranks: number, time: readonly [number, number] | null) {
  const sums = sumBy(entries, entries.rank, ranks);
  return {
    rows: 1,
    columns: {
      ranks: Int32Array.of(ranks),
      time_imbalance: Float64Array.of(mostOverMean(sums.time)),
      bytes_imbalance: Float64Array.of(mostOverMean(sums.bytes)),
      from: Float64Array.of(time?.[0] ?? Number.NaN),
      to: Float64Array.of(time?.[1] ?? Number.NaN),
    },
  };
}
