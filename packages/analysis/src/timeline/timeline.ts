import { defineAnalysis } from '../analysis.ts';
import { rankCount } from '../queries/rank-count.ts';
import type { SpanColumns } from '../spans/span-columns.ts';
import { drawOverview, drawWindow } from './draw-sums.ts';
import { exactEvents } from './exact-events.ts';
import { framesOfTiles } from './pack-tiles.ts';
import { shownCalls } from './shown-calls.ts';
import { countRanks, spanRuns } from './span-index.ts';
import { sumTiles } from './sum-tiles.ts';
import { tileGrid } from './tile-grid.ts';
import { callsFrame, summaryFrame } from './timeline-frames.ts';
import { traceOfJob } from './timeline-inputs.ts';
import { type TimelineParams, timelineParams } from './timeline-params.ts';
import { type TimelineInputs, timelineQueries } from './timeline-queries.ts';
import { timelineResult } from './timeline-result.ts';

/** Ranks x time: tiles of the window and, where they are few, the calls and messages themselves. */
export const timeline = defineAnalysis({
  name: 'timeline',
  title: 'Timeline',
  doc: 'For blocks of ranks and bins of time the dominant call and the share of time inside calls; the calls and messages one by one where they are few.',
  params: timelineParams,
  result: timelineResult,
  isQuick: ({ reading }) => reading === 'overview',
  needs: timelineQueries,
  run(inputs, choice) {
    if (choice.reading === 'overview') return drawOverview(inputs, choice);
    return choice.reading === 'sums' ? drawWindow(inputs, choice) : drawRows(inputs, choice);
  },
});

function drawRows(inputs: TimelineInputs, choice: TimelineParams) {
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
    calls: callsFrame(spans.names, tiles),
    ...exactEvents(trace, runs, grid, { ...choice, shown, waits: choice.reading === 'whole' }),
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
