import type { Filter, SumQuery } from '@weft/model';
import type { KnownInputs } from '../analysis.ts';
import { firstNumber } from '../queries/first-number.ts';
import { jobFilter } from '../queries/job-rows.ts';
import { callFilter } from '../queries/message-choice.ts';
import type { TileGrid } from './sum-tiles.ts';
import { tileGrid, windowOf } from './tile-grid.ts';
import type { TimelineParams } from './timeline-params.ts';

type OverviewCells = SumQuery<'span_sums', 'rank' | 'start' | 'call', 'time', never>;
type OverviewTotals = SumQuery<'span_sums', 'call', 'time' | 'count', never>;
type Written = SumQuery<'span_sums', 'job', never, never>;

/** Cells of the sums written at import: first how coarse those are, then the cells, which are no finer. */
export function overviewQueries(choice: TimelineParams, known: KnownInputs) {
  const job = overviewJob(choice, known);
  const grid = choice.reading === 'overview' ? overviewGrid(choice, known) : null;
  return {
    written: choice.reading === 'overview' ? writtenQuery(choice.job) : undefined,
    overviewTotals: grid ? totalsQuery(job, grid) : undefined,
    overviewCells: grid ? cellsQuery(job, grid, choice.calls) : undefined,
  };
}

export function overviewJob({ job }: TimelineParams, { written }: KnownInputs): number | null {
  return job ?? firstNumber(written, 'job') ?? null;
}

export function overviewGrid(choice: TimelineParams, { written, ranked }: KnownInputs): TileGrid | null {
  if (!written || !ranked) return null;
  const number = (name: string) => Math.max(1, firstNumber(written, name) ?? 1);
  const coarsest = { block: number('most_ranks'), bin: number('most_length') };
  return tileGrid(choice, overviewRanks({ written, ranked }), overviewExtent(choice, written), coarsest);
}

export function overviewRanks({ written, ranked }: KnownInputs): number {
  return 1 + Math.max(firstNumber(written, 'most_rank') ?? -1, firstNumber(ranked, 'most_rank') ?? -1);
}

export function overviewExtent({ time }: TimelineParams, written: KnownInputs[string]): [number, number] {
  const last = firstNumber(written, 'most_start') ?? 0;
  return time ?? [0, Math.max(1, last + (firstNumber(written, 'most_length') ?? 0))];
}

function writtenQuery(job: number | null): Written {
  const most = ['ranks', 'length', 'rank', 'start'];
  return { table: 'span_sums', by: ['job'], sums: [], most, where: jobFilter(job) };
}

function totalsQuery(job: number | null, grid: TileGrid): OverviewTotals {
  return { table: 'span_sums', by: ['call'], sums: ['time', 'count'], where: sumsIn(job, grid) };
}

function cellsQuery(job: number | null, grid: TileGrid, calls: readonly string[]): OverviewCells {
  const { firstRank, block, rows, start, bin, columns } = grid;
  return {
    table: 'span_sums',
    by: ['rank', 'start', 'call'],
    blocks: {
      rank: { from: firstRank, width: block, blocks: rows },
      start: { from: start, width: bin, blocks: columns },
    },
    sums: ['time'],
    foremost: 'call',
    where: [...sumsIn(job, grid), ...callFilter(calls)],
  };
}

function sumsIn(job: number | null, grid: TileGrid): Filter[] {
  const { ranks, time } = windowOf(grid);
  return [
    ...jobFilter(job),
    { op: 'range', column: 'rank', from: ranks[0], to: ranks[1] },
    { op: 'range', column: 'start', from: time[0], to: time[1] },
  ];
}
