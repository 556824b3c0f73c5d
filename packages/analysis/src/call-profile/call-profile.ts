import {
  batchFromRows,
  type Frame,
  type TableQuery,
  type TextColumn,
  tableSchema,
  textAt,
  textColumn,
} from '@weft/model';
import { z } from 'zod';
import { defineAnalysis } from '../analysis.ts';
import { rankCount } from '../commgram/commgram-inputs.ts';
import { choiceFilters, lowestJob, rowsOfJob, takeRows } from '../commgram/message-query.ts';
import { callsInTime } from './calls-in-time.ts';
import { type CallEntries, callImbalance, imbalance, sumBy } from './sum-calls.ts';

const params = z.object({
  job: z.number().int().nonnegative().nullable().default(null),
  /** Nanoseconds, from <= t < to, found from the calls one by one; the whole run, as it was counted, when left out. */
  time: z.tuple([z.number(), z.number()]).nullable().default(null),
  /** The rows of one call or of one rank are listed, too. */
  openCall: z.string().nullable().default(null),
  openRank: z.number().int().nonnegative().nullable().default(null),
});

type Params = z.infer<typeof params>;

export const callProfile = defineAnalysis<Params>({
  name: 'call-profile',
  title: 'Profile of calls',
  doc: 'Time, number and bytes per call and per rank, and how unevenly they are spread.',
  params,
  needs: profileNeeds,
  run(inputs, choice) {
    const rows = profileRows(inputs, choice);
    const { names, entries } = callEntries(rows);
    // A part of the run has the ranks of all of it, or the even would look uneven.
    const ranks = Math.max(rankCount(entries.rank), ...rankCounts(inputs, choice.job));
    return {
      calls: callsFrame(entries, names, ranks),
      ranks: ranksFrame(entries, ranks),
      summary: summaryFrame(entries, ranks, choice.time),
      open: openFrame(rows, choice),
    };
  },
});

function profileNeeds({ job, time }: Params): Record<string, TableQuery> {
  const ofJob = choiceFilters({ job, calls: [] });
  if (!time) return { calls: { table: 'calls', where: ofJob } };
  const jobColumn = job === null ? ['job'] : [];
  const before = (column: string) =>
    ({ op: 'range', column, from: Number.MIN_SAFE_INTEGER, to: time[1] }) as const;
  const begins = (column: string) => ({ op: 'range', column, from: time[0], to: time[1] }) as const;
  const reaches = { op: 'range', column: 'exit', from: time[0], to: Number.MAX_SAFE_INTEGER } as const;
  return {
    spans: {
      table: 'spans',
      columns: ['rank', 'call', 'enter', 'exit', ...jobColumn],
      where: [...ofJob, before('enter'), reaches],
    },
    messages: {
      table: 'messages',
      columns: ['src', 'call', 'bytes', 'send_start', ...jobColumn],
      where: [...ofJob, begins('send_start')],
    },
    collectives: {
      table: 'collectives',
      columns: ['rank', 'call', 'bytes', 'enter', ...jobColumn],
      where: [...ofJob, begins('enter')],
    },
    ranks: { table: 'ranks', columns: ['rank', ...jobColumn], where: ofJob },
  };
}

function profileRows(inputs: Readonly<Record<string, Frame>>, { job, time }: Params): Frame {
  const chosen = job ?? lowestJob(...Object.values(inputs));
  if (!time) return rowsOfJob(inputs.calls, chosen);
  const frame = (name: 'spans' | 'messages' | 'collectives'): Frame =>
    inputs[name] ? rowsOfJob(inputs[name], chosen) : batchFromRows(tableSchema(name), []);
  return callsInTime(frame('spans'), frame('messages'), frame('collectives'), time);
}

function rankCounts({ ranks }: Readonly<Record<string, Frame>>, job: number | null): number[] {
  if (!ranks) return [];
  return [rankCount(rowsOfJob(ranks, job ?? lowestJob(ranks)).columns.rank as Int32Array)];
}

/** Rows of the open call by rank, or of the open rank by call. */
function openFrame(rows: Frame, { openCall, openRank }: Params): Frame {
  const rank = rows.columns.rank as Int32Array;
  const call = rows.columns.call as TextColumn;
  const kept: number[] = [];
  for (let row = 0; row < rows.rows; row++) {
    if (openCall !== null ? textAt(call, row) === openCall : rank[row] === openRank) kept.push(row);
  }
  return takeRows(rows, Int32Array.from(kept));
}

function callEntries(frame: Frame): { names: string[]; entries: CallEntries } {
  const { rank } = frame.columns as Record<string, Int32Array>;
  const { count, bytes, time } = frame.columns as Record<string, Float64Array>;
  const text = frame.columns.call as TextColumn;
  const names = [...new Set(Array.from(text.codes, (_, row) => textAt(text, row) ?? ''))].sort();
  const index = new Map(names.map((name, at) => [name, at]));
  const call = Int32Array.from(text.codes, (_, row) => index.get(textAt(text, row) ?? '') as number);
  return { names, entries: { rank, call, count, bytes, time } };
}

/** One row per call, most time first. */
function callsFrame(entries: CallEntries, names: readonly string[], ranks: number): Frame {
  const sums = sumBy(entries, entries.call, names.length);
  const { max, maxRank, ratio } = callImbalance(entries, names.length, ranks);
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

function ranksFrame(entries: CallEntries, ranks: number): Frame {
  const sums = sumBy(entries, entries.rank, ranks);
  return {
    rows: ranks,
    columns: { rank: Int32Array.from({ length: ranks }, (_, rank) => rank), ...sums },
  };
}

/** `from` and `to` of the range asked for; NaN = the whole run. */
function summaryFrame(entries: CallEntries, ranks: number, time: readonly [number, number] | null): Frame {
  const sums = sumBy(entries, entries.rank, ranks);
  return {
    rows: 1,
    columns: {
      ranks: Int32Array.of(ranks),
      time_imbalance: Float64Array.of(imbalance(sums.time)),
      bytes_imbalance: Float64Array.of(imbalance(sums.bytes)),
      from: Float64Array.of(time?.[0] ?? Number.NaN),
      to: Float64Array.of(time?.[1] ?? Number.NaN),
    },
  };
}
