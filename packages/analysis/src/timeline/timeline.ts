import { textColumn } from '@weft/model';
import { z } from 'zod';
import { defineAnalysis } from '../analysis.ts';
import { jobChoice } from '../queries/job-choice.ts';
import { lowestJob, rowsOfJob } from '../queries/job-rows.ts';
import { rankCount } from '../queries/rank-count.ts';
import type { SpanColumns } from '../spans/span-columns.ts';
import { exactEvents, unlistedEvents } from './exact-events.ts';
import { framesOfTiles } from './pack-tiles.ts';
import { shownCalls } from './shown-calls.ts';
import { cellsOfRange } from './snap-range.ts';
import { countRanks, spanRuns } from './span-index.ts';
import { coarsestCell, sumOverview } from './sum-overview.ts';
import { sumTiles, type TileGrid } from './sum-tiles.ts';
import { type TraceInputs, traceOfJob, traceQueries } from './timeline-inputs.ts';
import { timelineResult } from './timeline-result.ts';

const CELLS = 1 << 23;

const params = z
  .strictObject({
    ...jobChoice,
    /** spans: the time inside every call; events: messages and collectives, where there are no spans. */
    source: z.enum(['spans', 'events']).default('spans'),
    /**
     * whole: read everything once and answer any window from memory; window: read what the window needs; overview: read
     * the sums written at import, in cells that are no finer than these and without single calls and messages.
     */
    reading: z.enum(['whole', 'window', 'overview']).default('whole'),
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

type TimelineParams = z.infer<typeof params>;

/** Ranks x time: tiles of the window and, where they are few, the calls and messages themselves. */
export const timeline = defineAnalysis({
  name: 'timeline',
  title: 'Timeline',
  doc: 'For blocks of ranks and bins of time the dominant call and the share of time inside calls; the calls and messages one by one where they are few.',
  params,
  result: timelineResult,
  isQuick: ({ reading }) => reading === 'overview',
  needs: (choice) => traceQueries(choice, choice.reading === 'window' ? choice : { ranks: null, time: null }),
  run(inputs, choice) {
    if (inputs.sums) return overviewOf(inputs, inputs.sums, choice);
    const trace = traceOfJob(inputs, choice);
    const { spans } = trace;
    const ranks = Math.max(countRanks(spans), rankCount(trace.ranks.columns.rank));
    const extent = choice.time ?? timeExtent(spans);
    const grid = tileGrid(choice, ranks, extent);
    const runs = spanRuns(spans, grid);
    const shown = shownCalls(spans.names, choice.calls);
    const tiles = sumTiles(spans, grid, runs, shown);
    return {
      ...framesOfTiles(tiles, grid),
      calls: callsFrame(spans.names, tiles.time, tiles.count),
      ...exactEvents(trace, runs, grid, { ...choice, shown, waits: choice.reading === 'whole' }),
      summary: summaryFrame(ranks, extent),
    };
  },
});

/** Everything of the whole but what is listed one by one. */
function overviewOf(
  inputs: Pick<TraceInputs, 'ranks' | 'sums'>,
  frame: NonNullable<TraceInputs['sums']>,
  choice: TimelineParams,
) {
  const job = choice.job ?? lowestJob(frame);
  const sums = rowsOfJob(frame, job);
  const { rank, start, length, call } = sums.columns;
  const ranks = Math.max(rankCount(rank), rankCount(rowsOfJob(inputs.ranks, job).columns.rank));
  const end = start.reduce((last, from, row) => Math.max(last, from + length[row]), 1);
  const extent = choice.time ?? [0, end];
  const grid = tileGrid(choice, ranks, extent, coarsestCell(sums));
  const tiles = sumOverview(sums, grid, shownCalls(call.dictionary, choice.calls));
  const calls = tiles.count.reduce((sum, count) => sum + count, 0);
  return {
    ...framesOfTiles(tiles, grid),
    calls: callsFrame(call.dictionary, tiles.time, tiles.count),
    ...unlistedEvents(calls),
    summary: summaryFrame(ranks, extent),
  };
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

const FINEST = { block: 1, bin: 1 };

function tileGrid(
  choice: TimelineParams,
  ranks: number,
  extent: readonly [number, number],
  least = FINEST,
): TileGrid {
  const [start, end] = choice.time ?? extent;
  const [first, last] = choice.ranks ?? [0, ranks];
  const time = cellsOfRange(start, Math.max(end, start + 1), choice.columns, least.bin);
  const rank = cellsOfRange(first, Math.max(Math.min(last, ranks), first + 1), choice.rows, least.block);
  return {
    firstRank: rank.from,
    block: rank.step,
    rows: rank.cells,
    start: time.from,
    bin: time.step,
    columns: time.cells,
  };
}

function callsFrame(names: readonly string[], time: Float64Array, count: Float64Array) {
  return { rows: names.length, columns: { call: textColumn(names), time, count } };
}

function summaryFrame(ranks: number, [start, end]: readonly [number, number]) {
  return {
    rows: 1,
    columns: { ranks: Int32Array.of(ranks), start: Float64Array.of(start), end: Float64Array.of(end) },
  };
}
