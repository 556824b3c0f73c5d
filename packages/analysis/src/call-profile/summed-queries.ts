import type { Filter, SumQuery, TableName } from '@weft/model';
import type { KnownInputs } from '../analysis.ts';
import { firstNumber } from '../queries/first-number.ts';
import { jobFilter } from '../queries/job-rows.ts';
import { rankedQuery } from '../queries/ranked-query.ts';
import type { ProfileParams } from './profile-params.ts';
import { filtersWithin } from './profile-queries.ts';

type Span = readonly [number, number];
type Times = 'rows' | 'enter' | 'exit';

/** What the store adds up by call and by rank, and the rows of what is open; nothing where rows are read. */
export function summedQueries(choice: ProfileParams, known: KnownInputs) {
  const { summed, job: given } = choice;
  const time = wholeTime(choice);
  const job = summed ? summedJob(choice, known) : null;
  return {
    lowestCounted: summed && given === null && !time ? lowestJobQuery('calls') : undefined,
    lowestCalling: summed && given === null && time ? lowestJobQuery('spans') : undefined,
    lowestRanked: summed && given === null && time ? lowestJobQuery('ranks') : undefined,
    ...countedQueries(choice, time ? null : job),
    ...timedQueries(choice, job, time),
  };
}

/** Of several jobs the lowest. */
function summedJob({ job }: ProfileParams, known: KnownInputs): number | null {
  if (job !== null) return job;
  const lowest = [known.lowestCounted, known.lowestCalling, known.lowestRanked]
    .map((frame) => firstNumber(frame, 'least_job') ?? -1)
    .filter((found) => found >= 0);
  return lowest.length > 0 ? Math.min(...lowest) : null;
}

/** Times are whole nanoseconds, so none lies between the bounds that are asked for and these. */
export function wholeTime({ time }: ProfileParams): Span | null {
  return time && [Math.ceil(time[0]), Math.max(Math.ceil(time[0]), Math.ceil(time[1]))];
}

/** The whole run, as it was counted. */
function countedQueries(choice: ProfileParams, job: number | null) {
  const where = jobFilter(job);
  const sums = ['time', 'count', 'bytes'] as const;
  const own = opened(choice, 'rank');
  const byCall: SumQuery<'calls', 'call' | 'rank', (typeof sums)[number], never> = {
    table: 'calls',
    by: ['call', 'rank'],
    sums,
    foremost: 'rank',
    most: ['time'],
    where,
  };
  const byRank: SumQuery<'calls', 'rank', (typeof sums)[number], never> = {
    table: 'calls',
    by: ['rank'],
    sums,
    where,
  };
  const highestRank: SumQuery<'calls', never, never, never> = {
    table: 'calls',
    by: [],
    sums: [],
    most: ['rank'],
    where,
  };
  const { foremost: _, most: __, ...each } = byCall;
  return {
    countedByCall: job === null ? undefined : byCall,
    countedByRank: job === null || !choice.totals ? undefined : byRank,
    countedRanks: job === null || choice.totals ? undefined : highestRank,
    countedOpen: job === null || !own ? undefined : { ...each, where: [...where, own] },
  };
}

/** A part of the run. */
function timedQueries(choice: ProfileParams, job: number | null, time: Span | null) {
  const isAsked = job !== null && time !== null;
  const byRank = isAsked && choice.totals;
  const filters = filtersWithin(time ?? [0, 0]);
  const ofJob = jobFilter(job);
  const spans = <K extends 'rank' | 'call'>(by: readonly K[], open: readonly Filter[] = []) => ({
    ...added('spans', by, ['rows', 'enter', 'exit'] satisfies Times[], [...ofJob, ...filters.spans, ...open]),
    within: { enter: time ?? [0, 0], exit: time ?? [0, 0] } as const,
  });
  const messages = <K extends 'src' | 'call'>(by: readonly K[], open: readonly Filter[] = []) =>
    added('messages', by, ['bytes'], [...ofJob, ...filters.messages, ...carried, ...open]);
  const collectives = <K extends 'rank' | 'call'>(by: readonly K[], open: readonly Filter[] = []) =>
    added('collectives', by, ['bytes'], [...ofJob, ...filters.collectives, ...carried, ...open]);
  const [own, sender] = [opened(choice, 'rank'), opened(choice, 'src')];
  return {
    ranked: isAsked ? rankedQuery(job) : undefined,
    spansByCall: isAsked ? { ...spans(['call']), most: ['rank'] } : undefined,
    spansByRank: byRank ? spans(['rank']) : undefined,
    busiest: isAsked && time[1] > time[0] ? busiestQuery([...ofJob, ...filters.spans], time) : undefined,
    messagesByCall: isAsked ? { ...messages(['call']), most: ['src'] } : undefined,
    messagesByRank: byRank ? messages(['src']) : undefined,
    collectivesByCall: isAsked ? { ...collectives(['call']), most: ['rank'] } : undefined,
    collectivesByRank: byRank ? collectives(['rank']) : undefined,
    spansOpen: isAsked && own ? spans(['rank', 'call'], [own]) : undefined,
    messagesOpen: isAsked && sender ? messages(['src', 'call'], [sender]) : undefined,
    collectivesOpen: isAsked && own ? collectives(['rank', 'call'], [own]) : undefined,
  };
}

/** What has a call and bytes: nothing else is told of a message without them. */
const carried: readonly Filter[] = [
  { op: 'known', column: 'call' },
  { op: 'range', column: 'bytes', from: 1, to: Number.POSITIVE_INFINITY },
];

/** The rank that spends most time in each call. */
function busiestQuery(
  where: readonly Filter[],
  [from, to]: Span,
): SumQuery<'spans', 'enter' | 'call' | 'rank', 'lasting', never> {
  return {
    table: 'spans',
    by: ['enter', 'call', 'rank'],
    blocks: { enter: { from, width: to - from, blocks: 1 } },
    sums: ['lasting'],
    lasting: { from: 'enter', to: 'exit' },
    foremost: 'rank',
    most: ['lasting'],
    where,
  };
}

function added<N extends TableName, K extends string, S extends string>(
  table: N,
  by: readonly K[],
  sums: readonly S[],
  where: readonly Filter[],
): SumQuery<N, K, S, never> {
  return { table, by, sums, where };
}

function lowestJobQuery<N extends TableName>(table: N): SumQuery<N, never, never, never> {
  return { table, by: [], sums: [], least: ['job'] };
}

/** The open call or rank alone. */
function opened({ openCall, openRank }: ProfileParams, rank: string): Filter | null {
  if (openCall !== null) return { op: 'in', column: 'call', values: [openCall] };
  return openRank === null ? null : { op: 'in', column: rank, values: [openRank] };
}
