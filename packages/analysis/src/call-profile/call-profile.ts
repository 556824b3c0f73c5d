import { calls as callsTable, columnsOnly, defineTable, takeRows, textAt, textColumn } from '@weft/model';
import { defineAnalysis, type InputsOf, type KnownInputs } from '../analysis.ts';
import { lowestJob, rowsOfJob } from '../queries/job-rows.ts';
import { rankCount } from '../queries/rank-count.ts';
import { callsInTime, type ProfileRows } from './calls-in-time.ts';
import { type ProfileParams, profileParams } from './profile-params.ts';
import { profileQueries } from './profile-queries.ts';
import { type CallSum, type ProfileSums, sumsOfRows } from './profile-sums.ts';
import { mostOverMean } from './sum-calls.ts';
import { openOfInputs, sumsOfInputs } from './summed-profile.ts';
import { summedQueries, wholeTime } from './summed-queries.ts';

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
    time_imbalance: {
      kind: 'float64',
      doc: 'most time inside calls over the mean of all ranks; NaN without totals',
    },
    bytes_imbalance: { kind: 'float64', doc: 'most bytes over the mean of all ranks; NaN without totals' },
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
  params: profileParams,
  result,
  needs: profileNeeds,
  run(inputs, choice) {
    if (choice.summed) return framesOf(sumsOfInputs(inputs), openOfInputs(inputs), choice);
    const { calls, spans, messages, collectives } = inputs;
    const job = choice.job ?? lowestJob(calls, spans, messages, collectives, inputs.ranks);
    const rows = profileRows(inputs, job);
    // A part of the run has the ranks of all of it, or the even would look uneven.
    const all = inputs.ranks ? rankCount(rowsOfJob(inputs.ranks, job).columns.rank) : 0;
    const ranks = Math.max(rankCount(rows.columns.rank), all);
    return framesOf(sumsOfRows(rows, ranks), openRows(rows, choice), choice);
  },
});

function profileNeeds(choice: ProfileParams, known: KnownInputs = {}) {
  return { ...profileQueries(choice), ...summedQueries(choice, known) };
}

type ProfileInputs = InputsOf<ReturnType<typeof profileQueries>>;

function profileRows(inputs: ProfileInputs, job: number): ProfileRows {
  if (inputs.calls) return rowsOfJob(inputs.calls, job);
  return callsInTime(
    inputs.spans && rowsOfJob(inputs.spans, job),
    inputs.messages && rowsOfJob(inputs.messages, job),
    inputs.collectives && rowsOfJob(inputs.collectives, job),
  );
}

/** Rows of the open call by rank, or of the open rank by call. */
function openRows(rows: ProfileRows, { openCall, openRank }: ProfileParams): ProfileRows {
  const { rank, call } = rows.columns;
  const kept: number[] = [];
  for (let row = 0; row < rows.rows; row++) {
    if (openCall !== null ? textAt(call, row) === openCall : rank[row] === openRank) kept.push(row);
  }
  return takeRows(rows, Int32Array.from(kept));
}

function framesOf(sums: ProfileSums, open: ProfileRows, choice: ProfileParams) {
  return {
    calls: callsFrame(sums),
    ranks: ranksFrame(choice.totals ? sums : NO_RANKS),
    summary: summaryFrame(sums, choice),
    open: columnsOnly(result.open, open),
  };
}

/** One row per call, most time first. */
function callsFrame({ calls, ranks }: ProfileSums) {
  const sorted = [...calls].sort((a, b) => b.time - a.time || (a.call < b.call ? -1 : 1));
  const numbers = (value: (call: CallSum) => number) => Float64Array.from(sorted, value);
  return {
    rows: sorted.length,
    columns: {
      call: textColumn(sorted.map(({ call }) => call)),
      count: numbers(({ count }) => count),
      bytes: numbers(({ bytes }) => bytes),
      time: numbers(({ time }) => time),
      max_time: numbers(({ mostTime }) => mostTime),
      max_rank: Int32Array.from(sorted, ({ mostRank }) => mostRank),
      imbalance: numbers(({ mostTime, time }) => (time > 0 ? (mostTime * ranks) / time : 0)),
    },
  };
}

const NO_RANKS = {
  ranks: 0,
  count: new Float64Array(0),
  bytes: new Float64Array(0),
  time: new Float64Array(0),
};

function ranksFrame({ ranks, count, bytes, time }: Omit<ProfileSums, 'calls'>) {
  const rank = Int32Array.from({ length: ranks }, (_, of) => of);
  return { rows: ranks, columns: { rank, count, bytes, time } };
}

/** `from` and `to` of the range asked for; NaN = the whole run. */
function summaryFrame(sums: ProfileSums, choice: ProfileParams) {
  const time = choice.summed ? wholeTime(choice) : choice.time;
  const uneven = (values: Float64Array) => Float64Array.of(choice.totals ? mostOverMean(values) : Number.NaN);
  return {
    rows: 1,
    columns: {
      ranks: Int32Array.of(sums.ranks),
      time_imbalance: uneven(sums.time),
      bytes_imbalance: uneven(sums.bytes),
      from: Float64Array.of(time?.[0] ?? Number.NaN),
      to: Float64Array.of(time?.[1] ?? Number.NaN),
    },
  };
}
