import {
  batchFromRows,
  messages as messagesTable,
  NONE,
  queryColumns,
  type TableFrame,
  textAt,
} from '@weft/model';
import type { InputsOf, KnownInputs, OpenInput } from '../analysis.ts';
import { lowestJob, lowestJobOf, queryOfJob, rowsOfJob } from '../queries/job-rows.ts';
import { type MessageChoice, messagePairs, messagesQuery } from '../queries/message-choice.ts';
import { messageSumsQuery, messagesOfSums, readsSums } from '../queries/message-sums.ts';
import { rankCount } from '../queries/rank-count.ts';
import { spansOfEvents, spansOfFrame } from '../spans/span-columns.ts';
import { findWaits, messageTimes } from '../waits/find-waits.ts';
import { noWaitQueries, readCalls, waitQueries } from '../waits/wait-queries.ts';
import { isSummed, type MatrixParams } from './matrix-params.ts';
import { PairCounter, type PairSums } from './pair-sums.ts';
import type { OrderedRanks, RankOrder } from './rank-order.ts';
import { waitingPairs } from './waiting-pairs.ts';

/** Where there are no spans, messages stand for them and need their call. */
export function matrixQueries(choice: MatrixParams, known: KnownInputs) {
  const coarse = readsSums(choice);
  const summed = isSummed(choice);
  return {
    pairs: coarse || summed ? undefined : messagePairs(choice),
    sums: coarse && !summed ? messageSumsQuery(choice.job) : undefined,
    ranks: summed ? undefined : queryOfJob('ranks', ['rank', 'host'], choice.job),
    vertices: summed ? undefined : queryColumns('vertices', ['id', 'name']),
    ...(choice.measure === 'waiting'
      ? waitQueries(choice, messagesQuery(choice, [...messageTimes, 'call']), known)
      : noWaitQueries),
  };
}

type MatrixInputs = InputsOf<ReturnType<typeof matrixQueries>>;
type JobTime = Pick<MessageChoice, 'job' | 'time'>;

/** What does not depend on the window. */
export interface Traffic {
  readonly key: string;
  readonly ranks: number;
  readonly pairs: PairSums;
  readonly hosts: Int32Array;
  readonly hostNames: ReadonlyMap<number, string>;
  readonly orders: Map<RankOrder, OrderedRanks>;
}

/** Kept for as long as the messages are, or the way to them. */
const known = new WeakMap<object, Traffic>();

export async function readTraffic(
  source: object,
  open: OpenInput<MatrixInputs>,
  { job, time }: JobTime,
): Promise<Traffic> {
  const key = JSON.stringify([job, time]);
  const last = known.get(source);
  if (last?.key === key) return last;
  const chosen = job ?? (await lowestJobOf(open('messages'), open('pairs'), open('sums')));
  const counter = new PairCounter();
  for await (const frame of open('pairs')) counter.addPairs(rowsOfJob(frame, chosen).columns);
  for await (const frame of open('sums')) counter.add(messagesOfSums(rowsOfJob(frame, chosen), 1), null);
  const pairs = counter.sums();
  const placed = await hostsByRank(open('ranks'), chosen);
  const ranks = Math.max(placed.length, rankCount(pairs.src), rankCount(pairs.dst));
  const hosts = Int32Array.from({ length: ranks }, (_, rank) => placed[rank] ?? NONE);
  const hostNames = await namesById(open('vertices'), new Set(hosts));
  const traffic: Traffic = { key, ranks, pairs, hosts, hostNames, orders: new Map() };
  known.set(source, traffic);
  return traffic;
}

const knownWaits = new WeakMap<object, { readonly key: string; readonly pairs: PairSums }>();

/** Who waits for whom, as pairs, found once for all windows. */
export function readWaits(inputs: MatrixInputs, { job, time }: JobTime): PairSums {
  const { messages = batchFromRows(messagesTable, []) } = inputs;
  const key = JSON.stringify([job, time]);
  const last = knownWaits.get(messages);
  if (last?.key === key) return last.pairs;
  const pairs = findPairs({ ...readCalls(inputs), messages }, job, time);
  knownWaits.set(messages, { key, pairs });
  return pairs;
}

type WaitingRows = ReturnType<typeof readCalls> & {
  readonly messages: NonNullable<MatrixInputs['messages']>;
};

function findPairs(read: WaitingRows, job: number | null, time: JobTime['time']): PairSums {
  const chosen = job ?? lowestJob(read.messages, read.collectives, read.spans);
  const messages = rowsOfJob(read.messages, chosen);
  const collectives = rowsOfJob(read.collectives, chosen);
  const spans = rowsOfJob(read.spans, chosen);
  const calls = spans.rows > 0 ? spansOfFrame(spans) : spansOfEvents(messages, collectives);
  return waitingPairs(findWaits(calls, messages, collectives), time);
}

type Frames<F> = Iterable<F> | AsyncIterable<F>;

async function hostsByRank(
  frames: Frames<NonNullable<MatrixInputs['ranks']>>,
  job: number,
): Promise<(number | undefined)[]> {
  const hosts: (number | undefined)[] = [];
  for await (const frame of frames) {
    const { rank, host } = rowsOfJob(frame, job).columns;
    rank.forEach((of, row) => {
      hosts[of] = host[row];
    });
  }
  return hosts;
}

async function namesById(
  frames: Frames<TableFrame<'vertices', 'id' | 'name'>>,
  ids: ReadonlySet<number>,
): Promise<Map<number, string>> {
  const names = new Map<number, string>();
  for await (const { columns } of frames) {
    columns.id.forEach((id, row) => {
      const name = ids.has(id) ? textAt(columns.name, row) : null;
      if (name) names.set(id, name);
    });
  }
  return names;
}
