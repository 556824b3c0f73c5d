import {
  batchFromRows,
  type Filter,
  type Frame,
  type TableQuery,
  tableSchema,
  textColumn,
} from '@weft/model';
import { z } from 'zod';
import { type AnalysisResult, defineAnalysis } from '../analysis.ts';
import { rankCount } from '../commgram/commgram-inputs.ts';
import { choiceFilters, lowestJob, rowsOfJob } from '../commgram/message-query.ts';
import { exactEvents } from './exact-events.ts';
import { framesOfTiles } from './pack-tiles.ts';
import { shownCalls } from './shown-calls.ts';
import { cellsOfRange } from './snap-range.ts';
import { type SpanColumns, spansOfEvents, spansOfFrame } from './span-columns.ts';
import { countRanks, spanRuns } from './span-index.ts';
import { sumTiles, type TileGrid } from './sum-tiles.ts';

const CELLS = 1 << 23;

const params = z
  .object({
    /** The job with the lowest number when left out. */
    job: z.number().int().nonnegative().nullable().default(null),
    /** spans: the time inside every call; events: messages and collectives, where there are no spans. */
    source: z.enum(['spans', 'events']).default('spans'),
    /** whole: read everything once and answer any window from memory; window: read what the window needs. */
    reading: z.enum(['whole', 'window']).default('whole'),
    /** from <= rank < to; all when left out. */
    ranks: z.tuple([z.number().int().nonnegative(), z.number().int().nonnegative()]).nullable().default(null),
    /** Nanoseconds, from <= t < to; all when left out. */
    time: z.tuple([z.number(), z.number()]).nullable().default(null),
    /** Only calls of these names are shown; empty = all. Totals count every call. */
    calls: z.array(z.string()).default([]),
    /** Tiles at most. */
    rows: z.number().int().positive().max(4096).default(512),
    columns: z.number().int().positive().max(8192).default(1024),
    /** Whether messages are looked at, and how many spans and messages are listed one by one. */
    messages: z.boolean().default(true),
    maxSpans: z.number().int().nonnegative().max(1_000_000).default(20_000),
    maxMessages: z.number().int().nonnegative().max(1_000_000).default(4_000),
  })
  .refine(({ rows, columns }) => rows * columns <= CELLS, `at most ${CELLS} tiles`);

export type TimelineParams = z.infer<typeof params>;

/** Ranks x time: tiles of the window and, where they are few, the calls and messages themselves. */
export const timeline = defineAnalysis<TimelineParams>({
  name: 'timeline',
  title: 'Timeline',
  doc: 'For blocks of ranks and bins of time the dominant call and the share of time inside calls; the calls and messages one by one where they are few.',
  params,
  needs: timelineNeeds,
  run(inputs, choice) {
    const job = choice.job ?? lowestJob(inputs.spans, inputs.messages, inputs.collectives);
    const frame = (name: 'spans' | 'messages' | 'collectives' | 'ranks'): Frame =>
      inputs[name] ? rowsOfJob(inputs[name], job) : batchFromRows(tableSchema(name), []);
    const messages = frame('messages');
    const collectives = frame('collectives');
    const spans =
      choice.source === 'spans' ? spansOfFrame(frame('spans')) : spansOfEvents(messages, collectives);
    const ranks = Math.max(countRanks(spans), rankCount(frame('ranks').columns.rank as Int32Array));
    const extent = choice.time ?? timeExtent(spans);
    const grid = tileGrid(choice, ranks, extent);
    const runs = spanRuns(spans, grid);
    const shown = shownCalls(spans.names, choice.calls);
    const tiles = sumTiles(spans, grid, runs, shown);
    return {
      ...framesOfTiles(tiles, grid),
      calls: callsFrame(spans.names, tiles.time, tiles.count),
      ...exactEvents(spans, runs, messages, collectives, grid, { ...choice, shown }),
      summary: summaryFrame(ranks, extent),
    } satisfies AnalysisResult;
  },
});

/** Filters name the window only where it is worth it: an equal question is answered from memory. */
function timelineNeeds(choice: TimelineParams): Record<string, TableQuery> {
  const { job, source } = choice;
  const ofJob = choiceFilters({ job, calls: [] });
  const jobColumn = job === null ? ['job'] : [];
  const needs: Record<string, TableQuery> = {
    ranks: { table: 'ranks', columns: ['rank', ...jobColumn], where: ofJob },
  };
  if (source === 'spans') {
    needs.spans = {
      table: 'spans',
      columns: ['rank', 'call', 'enter', 'exit', ...jobColumn],
      where: [...ofJob, ...windowFilters(choice, 'enter', 'exit', 'rank')],
    };
  }
  if (choice.messages || source === 'events') {
    const times = ['send_start', 'send_end', 'recv_start', 'recv_end'];
    needs.messages = {
      table: 'messages',
      columns: ['id', 'src', 'dst', 'bytes', 'tag', 'call', ...times, ...jobColumn],
      where: [...ofJob, ...windowFilters(choice, 'send_start', 'recv_end', null)],
    };
    needs.collectives = {
      table: 'collectives',
      columns: ['comm', 'seq', 'call', 'root', 'rank', 'bytes', 'enter', 'exit', ...jobColumn],
      where: [...ofJob, ...windowFilters(choice, 'enter', 'exit', 'rank')],
    };
  }
  return needs;
}

function windowFilters(
  { reading, ranks, time }: TimelineParams,
  start: string,
  end: string,
  rank: string | null,
): Filter[] {
  if (reading === 'whole') return [];
  const filters: Filter[] = [];
  if (ranks && rank) filters.push({ op: 'range', column: rank, from: ranks[0], to: ranks[1] });
  if (time) {
    filters.push({ op: 'range', column: start, from: Number.MIN_SAFE_INTEGER, to: time[1] });
    filters.push({ op: 'range', column: end, from: time[0], to: Number.MAX_SAFE_INTEGER });
  }
  return filters;
}

function timeExtent({ rows, enter, exit }: SpanColumns): [number, number] {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < rows; row++) {
    if (enter[row] < from) from = enter[row];
    if (exit[row] > to) to = exit[row];
  }
  return from <= to ? [from, Math.max(to, from + 1)] : [0, 1];
}

function tileGrid(choice: TimelineParams, ranks: number, extent: readonly [number, number]): TileGrid {
  const [start, end] = choice.time ?? extent;
  const [first, last] = choice.ranks ?? [0, ranks];
  const time = cellsOfRange(start, Math.max(end, start + 1), choice.columns);
  const rank = cellsOfRange(first, Math.max(Math.min(last, ranks), first + 1), choice.rows);
  return {
    firstRank: rank.from,
    block: rank.step,
    rows: rank.cells,
    start: time.from,
    bin: time.step,
    columns: time.cells,
  };
}

function callsFrame(names: readonly string[], time: Float64Array, count: Float64Array): Frame {
  return { rows: names.length, columns: { call: textColumn(names), time, count } };
}

function summaryFrame(ranks: number, [start, end]: readonly [number, number]): Frame {
  return {
    rows: 1,
    columns: { ranks: Int32Array.of(ranks), start: Float64Array.of(start), end: Float64Array.of(end) },
  };
}
