import { type Frame, textAt } from '@weft/model';
import type { InputsOf } from '../analysis.ts';
import { rankCount } from '../queries/rank-count.ts';
import { callsInTime, type ProfileRows } from './calls-in-time.ts';
import type { CallSum, ProfileSums } from './profile-sums.ts';
import type { summedQueries } from './summed-queries.ts';

type SummedInputs = InputsOf<ReturnType<typeof summedQueries>>;

/** From sums by call and sums by rank. */
export function sumsOfInputs(inputs: SummedInputs): ProfileSums {
  const { countedByCall, countedByRank, countedRanks } = inputs;
  if (countedByCall) {
    const ranks = countedByRank
      ? rankCount(countedByRank.columns.rank)
      : highestRanks([countedRanks, 'most_rank']);
    return { ranks, calls: countedCalls(countedByCall), ...byRank(countedByRank, ranks) };
  }
  const ranks = highestRanks(
    [inputs.ranked, 'most_rank'],
    [inputs.spansByCall, 'most_rank'],
    [inputs.messagesByCall, 'most_src'],
    [inputs.collectivesByCall, 'most_rank'],
  );
  return { ranks, calls: timedCalls(inputs), ...byRank(perRank(inputs), ranks) };
}

/** How many ranks there must be for the highest that was found to be one of them. */
function highestRanks(...found: readonly (readonly [Frame | undefined, string])[]): number {
  return Math.max(
    ...found.map(([frame, name]) => rankCount(Int32Array.from(numbersOf(frame?.columns ?? {}, name)))),
  );
}

/** The rows of the open call or rank; none where nothing is open. */
export function openOfInputs(inputs: SummedInputs): ProfileRows {
  return inputs.countedOpen ?? callsInTime(inputs.spansOpen, inputs.messagesOpen, inputs.collectivesOpen);
}

function countedCalls({ rows, columns }: NonNullable<SummedInputs['countedByCall']>): CallSum[] {
  const { call, rank, count, bytes, time } = columns;
  const most = numbersOf(columns, 'most_time');
  return Array.from({ length: rows }, (_, row) => ({
    call: textAt(call, row) ?? '',
    count: count[row],
    bytes: bytes[row],
    time: time[row],
    mostTime: Math.max(0, most[row]),
    mostRank: most[row] > 0 ? rank[row] : 0,
  }));
}

/** Sums by call alone are those of one rank. */
function timedCalls({ spansByCall, messagesByCall, collectivesByCall, busiest }: SummedInputs): CallSum[] {
  const { rows, columns } = callsInTime(
    spansByCall && ofOneRank(spansByCall, 'rank'),
    messagesByCall && ofOneRank(messagesByCall, 'src'),
    collectivesByCall && ofOneRank(collectivesByCall, 'rank'),
  );
  const foremost = new Map<string, { readonly mostTime: number; readonly mostRank: number }>();
  const most = numbersOf(busiest?.columns ?? {}, 'most_lasting');
  for (let row = 0; busiest && row < busiest.rows; row++) {
    const own = { mostTime: most[row], mostRank: busiest.columns.rank[row] };
    foremost.set(textAt(busiest.columns.call, row) ?? '', own);
  }
  return Array.from({ length: rows }, (_, row) => {
    const call = textAt(columns.call, row) ?? '';
    const { count, bytes, time } = columns;
    const sums = { call, count: count[row], bytes: bytes[row], time: time[row] };
    return { ...sums, ...(foremost.get(call) ?? { mostTime: 0, mostRank: 0 }) };
  });
}

/** Sums by rank alone are those of one call. */
function perRank({ spansByRank, messagesByRank, collectivesByRank }: SummedInputs): ProfileRows {
  return callsInTime(
    spansByRank && ofOneCall(spansByRank),
    messagesByRank && ofOneCall(messagesByRank),
    collectivesByRank && ofOneCall(collectivesByRank),
  );
}

function ofOneRank<C extends object, K extends string>(
  { rows, columns }: { readonly rows: number; readonly columns: C },
  rank: K,
) {
  const none = { [rank]: new Int32Array(rows) } as Readonly<Record<K, Int32Array>>;
  return { rows, columns: { ...columns, ...none } };
}

function ofOneCall<C extends object>({ rows, columns }: { readonly rows: number; readonly columns: C }) {
  const call = { codes: new Int32Array(rows), dictionary: ['all calls'] };
  return { rows, columns: { ...columns, call } };
}

type RankSums = Pick<ProfileRows['columns'], 'rank' | 'count' | 'bytes' | 'time'>;

function byRank(counted: { readonly columns: RankSums } | undefined, ranks: number) {
  const spread = (name: 'count' | 'bytes' | 'time'): Float64Array => {
    const sums = new Float64Array(ranks);
    counted?.columns.rank.forEach((rank, row) => {
      if (rank >= 0) sums[rank] += counted.columns[name][row];
    });
    return sums;
  };
  return { count: spread('count'), bytes: spread('bytes'), time: spread('time') };
}

function numbersOf(columns: Frame['columns'], name: string): Float64Array {
  const column = columns[name];
  return column instanceof Float64Array ? column : new Float64Array(0);
}
