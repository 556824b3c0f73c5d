import { type Frame, type TextColumn, textAt, textColumn } from '@weft/model';
import { z } from 'zod';
import { defineAnalysis } from '../analysis.ts';
import { rankCount } from '../commgram/commgram-inputs.ts';
import { choiceFilters, lowestJob, rowsOfJob } from '../commgram/message-query.ts';
import { type CallEntries, callImbalance, imbalance, sumBy } from './sum-calls.ts';

const params = z.object({ job: z.number().int().nonnegative().nullable().default(null) });

type Params = z.infer<typeof params>;

export const callProfile = defineAnalysis<Params>({
  name: 'call-profile',
  title: 'Profile of calls',
  doc: 'Time, number and bytes per call and per rank, and how unevenly they are spread.',
  params,
  needs: ({ job }) => ({ calls: { table: 'calls', where: choiceFilters({ job, calls: [] }) } }),
  run(inputs, { job }) {
    const rows = rowsOfJob(inputs.calls, job ?? lowestJob(inputs.calls));
    const { names, entries } = callEntries(rows);
    const ranks = rankCount(entries.rank);
    return {
      calls: callsFrame(entries, names, ranks),
      ranks: ranksFrame(entries, ranks),
      summary: summaryFrame(entries, ranks),
    };
  },
});

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

function summaryFrame(entries: CallEntries, ranks: number): Frame {
  const sums = sumBy(entries, entries.rank, ranks);
  return {
    rows: 1,
    columns: {
      ranks: Int32Array.of(ranks),
      time_imbalance: Float64Array.of(imbalance(sums.time)),
      bytes_imbalance: Float64Array.of(imbalance(sums.bytes)),
    },
  };
}
