import type { Filter, SumQuery } from '@weft/model';
import type { KnownInputs } from '../analysis.ts';
import { firstNumber } from '../queries/first-number.ts';
import { jobFilter } from '../queries/job-rows.ts';
import { callFilter } from '../queries/message-choice.ts';
import { callsOfMpi } from '../spans/query-spans.ts';
import type { TileGrid } from './sum-tiles.ts';
import { tileGrid, windowOf } from './tile-grid.ts';
import { messagesInWindow, spansInWindow } from './timeline-inputs.ts';
import type { TimelineParams } from './timeline-params.ts';

type Cells = SumQuery<'spans', 'rank' | 'enter' | 'call', 'lasting', never>;
type Totals = SumQuery<'spans', 'call', 'rows' | 'enter' | 'exit', never>;

/** What the window holds, as far as it is known: first how much there is, then what is drawn of it. */
export interface WindowSums {
  readonly job: number | null;
  readonly grid: TileGrid | null;
  /** Calls that are shown, and messages. */
  readonly spans: number;
  readonly messages: number;
  /** Whether so few are there that they are listed; null = not known yet. */
  readonly fewSpans: boolean | null;
  readonly fewMessages: boolean | null;
}

const NOTHING = { job: null, grid: null, spans: 0, messages: 0, fewSpans: null, fewMessages: null };

export function windowSums(choice: TimelineParams, known: KnownInputs): WindowSums {
  if (choice.reading !== 'sums') return NOTHING;
  const job = choice.job ?? firstNumber(known.extents, 'job') ?? null;
  const spans = known.totals && shownCount(known.totals, choice.calls);
  const messages = firstNumber(known.crossing, 'rows');
  return {
    job,
    grid: job === null ? null : sumsGrid(choice, known),
    spans: spans ?? 0,
    messages: messages ?? 0,
    fewSpans: spans === undefined ? null : spans <= choice.maxSpans,
    fewMessages: messages === undefined ? null : messages <= choice.maxMessages,
  };
}

/** Sums of the window; `cells` only where its calls are not listed one by one. */
export function windowSumQueries(choice: TimelineParams, { job, grid, fewSpans }: WindowSums) {
  const given = choice.job !== null && choice.time !== null && choice.ranks !== null;
  return {
    extents: choice.reading === 'sums' && !given ? extentsQuery(choice.job) : undefined,
    totals: grid ? totalsQuery(job, grid) : undefined,
    crossing: grid && choice.messages ? crossingQuery(job, grid) : undefined,
    cells: grid && fewSpans === false ? cellsQuery(job, grid, choice.calls) : undefined,
  };
}

/** Known at once where the window is given, so that the first question names the tables it is about. */
function sumsGrid(choice: TimelineParams, known: KnownInputs): TileGrid | null {
  const { ranks, time } = choice;
  if (!ranks && !known.ranked) return null;
  if (!known.extents && !(ranks && time)) return null;
  return tileGrid(choice, Math.max(sumsRanks(known), ranks?.[1] ?? 0), sumsExtent(choice, known));
}

export function sumsRanks({ ranked, extents }: KnownInputs): number {
  return 1 + Math.max(firstNumber(ranked, 'most_rank') ?? -1, firstNumber(extents, 'most_rank') ?? -1);
}

export function sumsExtent({ time }: TimelineParams, { extents }: KnownInputs): [number, number] {
  const from = firstNumber(extents, 'least_enter') ?? 0;
  return time ?? [from, Math.max(firstNumber(extents, 'most_exit') ?? 0, from + 1)];
}

function extentsQuery(job: number | null): SumQuery<'spans', 'job', never, never> {
  const where = [callsOfMpi, ...jobFilter(job)];
  return { table: 'spans', by: ['job'], sums: [], least: ['enter'], most: ['exit', 'rank'], where };
}

function totalsQuery(job: number | null, grid: TileGrid): Totals {
  const { time } = windowOf(grid);
  return {
    table: 'spans',
    by: ['call'],
    sums: ['rows', 'enter', 'exit'],
    within: { enter: time, exit: time },
    where: spansOf(job, grid),
  };
}

function crossingQuery(job: number | null, grid: TileGrid): SumQuery<'messages', never, 'rows', never> {
  const where = [...jobFilter(job), ...messagesInWindow(windowOf(grid))];
  return { table: 'messages', by: [], sums: ['rows'], where };
}

function cellsQuery(job: number | null, grid: TileGrid, calls: readonly string[]): Cells {
  const { firstRank, block, rows, start, bin, columns } = grid;
  return {
    table: 'spans',
    by: ['rank', 'enter', 'call'],
    blocks: {
      rank: { from: firstRank, width: block, blocks: rows },
      enter: { from: start, width: bin, blocks: columns },
    },
    sums: ['lasting'],
    lasting: { from: 'enter', to: 'exit' },
    foremost: 'call',
    where: [...spansOf(job, grid), ...callFilter(calls)],
  };
}

function spansOf(job: number | null, grid: TileGrid): Filter[] {
  return [callsOfMpi, ...jobFilter(job), ...spansInWindow(windowOf(grid))];
}

function shownCount({ rows, columns }: NonNullable<KnownInputs[string]>, calls: readonly string[]): number {
  const { call, rows: counts } = columns;
  if (!(counts instanceof Float64Array) || !('dictionary' in call)) return 0;
  let count = 0;
  for (let row = 0; row < rows; row++) {
    if (calls.length === 0 || calls.includes(call.dictionary[call.codes[row]])) count += counts[row];
  }
  return count;
}
