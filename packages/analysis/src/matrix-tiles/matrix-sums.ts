import { type Filter, type FrameOf, NONE, type SumQuery } from '@weft/model';
import type { KnownInputs } from '../analysis.ts';
import { firstNumber } from '../queries/first-number.ts';
import { jobFilter } from '../queries/job-rows.ts';
import { callFilter, knownPeers, messagesWithin } from '../queries/message-choice.ts';
import { readsSums } from '../queries/message-sums.ts';
import { rankCount } from '../queries/rank-count.ts';
import { rankedQuery } from '../queries/ranked-query.ts';
import { axisCells, clampAxis, type MatrixAxis } from './matrix-axis.ts';
import { isSummed, type MatrixParams } from './matrix-params.ts';

type Table = 'messages' | 'message_sums';
type Sums = 'bytes' | 'count';
type PairQuery = SumQuery<Table, 'src' | 'dst', Sums, never>;
export type PairFrame = FrameOf<PairQuery>;

/** The window of a matrix, as soon as it is known how many ranks there are. */
interface MatrixWindow {
  readonly job: number;
  readonly ranks: number;
  readonly senders: MatrixAxis;
  readonly receivers: MatrixAxis;
}

/** First of which job and how many ranks there are, then the cells, totals and largest pairs, added up by the store. */
export function matrixSumQueries(choice: MatrixParams, known: KnownInputs) {
  const summed = isSummed(choice);
  const job = summedJob(choice, known);
  const window = summed ? matrixWindow(choice, known) : null;
  const totals = choice.totals ? window : null;
  return {
    lowest:
      summed && choice.job === null ? { ...shown(choice, null), ...counting, least: ['job'] } : undefined,
    extents:
      summed && job !== null ? { ...shown(choice, job), ...counting, most: ['src', 'dst'] } : undefined,
    ranked: summed && job !== null ? rankedQuery(job) : undefined,
    tiles: window && hasCells(window) ? tilesQuery(choice, window) : undefined,
    sent: totals ? totalsQuery(choice, 'src', totals.job) : undefined,
    received: totals ? totalsQuery(choice, 'dst', totals.job) : undefined,
    largest: window && choice.top > 0 ? largestQuery(choice, window.job) : undefined,
  };
}

export function matrixWindow(choice: MatrixParams, known: KnownInputs): MatrixWindow | null {
  const job = summedJob(choice, known);
  const { extents, ranked } = known;
  if (job === null || !extents || !ranked) return null;
  const most = (frame: KnownInputs[string], name: string) => firstNumber(frame, `most_${name}`) ?? NONE;
  const ranks = rankCount(Int32Array.of(most(ranked, 'rank'), most(extents, 'src'), most(extents, 'dst')));
  const axis = (range: MatrixParams['senders']) => clampAxis(range, ranks, choice.cells);
  return { job, ranks, senders: axis(choice.senders), receivers: axis(choice.receivers) };
}

/** Of several jobs the lowest. */
function summedJob({ job }: MatrixParams, { lowest }: KnownInputs): number | null {
  if (job !== null) return job;
  const found = firstNumber(lowest, 'least_job') ?? NONE;
  return found === NONE ? null : found;
}

function hasCells({ senders, receivers }: MatrixWindow): boolean {
  return axisCells(senders) > 0 && axisCells(receivers) > 0;
}

const counting = { by: [], sums: [] } as const;

function tilesQuery(choice: MatrixParams, { job, senders, receivers }: MatrixWindow): PairQuery {
  const within = [rangeOf('src', senders), rangeOf('dst', receivers)];
  const blocks = { src: blocksOf(senders), dst: blocksOf(receivers) };
  return { ...pairsOf(choice, job, within), blocks };
}

function totalsQuery<K extends 'src' | 'dst'>(
  choice: MatrixParams,
  end: K,
  job: number,
): SumQuery<Table, K, Sums, never> {
  return { ...shown(choice, job), by: [end], sums: ['bytes', 'count'] };
}

function largestQuery(choice: MatrixParams, job: number): PairQuery {
  const { top, topBy, topRanks } = choice;
  const chosen: Filter[] =
    topRanks.length > 0 ? [{ op: 'in', column: 'src', or: 'dst', values: topRanks }] : [];
  const by = topBy === 'amount' ? 'bytes' : 'count';
  return { ...pairsOf(choice, job, chosen), largest: { by, groups: top } };
}

function pairsOf(choice: MatrixParams, job: number, where: readonly Filter[]): PairQuery {
  return { ...shown(choice, job, where), by: ['src', 'dst'], sums: ['bytes', 'count'] };
}

/** The messages that are looked at; of the whole run, sums of them that were written at import. */
function shown(choice: MatrixParams, job: number | null, where: readonly Filter[] = []) {
  const table: Table = readsSums(choice) ? 'message_sums' : 'messages';
  return {
    table,
    where: [...jobFilter(job), ...callFilter(choice.calls), ...knownPeers, ...where],
    middle: messagesWithin(choice.time),
  };
}

function rangeOf(column: string, { from, to }: MatrixAxis): Filter {
  return { op: 'range', column, from, to };
}

function blocksOf(axis: MatrixAxis) {
  return { from: axis.from, width: axis.block, blocks: axisCells(axis) };
}
