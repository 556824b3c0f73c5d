import { MANY_NAMES } from '../spans/span-columns.ts';
import { countsFrame, exactEvents, unlistedEvents } from './exact-events.ts';
import { overviewExtent, overviewGrid, overviewRanks } from './overview-sums.ts';
import { framesOfTiles } from './pack-tiles.ts';
import { spanRuns } from './span-index.ts';
import { sumTiles } from './sum-tiles.ts';
import { tileGrid } from './tile-grid.ts';
import { type CallTotals, namesWith, tilesOfCells, totalsByName } from './tiles-of-cells.ts';
import { callsFrame, summaryFrame } from './timeline-frames.ts';
import { traceOfJob } from './timeline-inputs.ts';
import type { TimelineParams } from './timeline-params.ts';
import type { TimelineInputs } from './timeline-queries.ts';
import { sumsExtent, sumsRanks, windowSums } from './window-sums.ts';

const NO_TOTALS: CallTotals = {
  call: { codes: new Int32Array(0), dictionary: [] },
  time: new Float64Array(0),
  count: new Float64Array(0),
};

/** Everything of the whole but what is listed one by one. */
export function drawOverview(inputs: TimelineInputs, choice: TimelineParams) {
  const extent = overviewExtent(choice, inputs.written);
  const ranks = overviewRanks(inputs);
  const grid = overviewGrid(choice, inputs) ?? tileGrid(choice, ranks, extent);
  const totals = inputs.overviewTotals?.columns ?? NO_TOTALS;
  const names = namesOf(totals);
  const cells = inputs.overviewCells;
  const tiles = tilesOfCells(
    cells && { row: cells.columns.rank, column: cells.columns.start, ...cells.columns },
    grid,
    names,
  );
  return {
    ...framesOfTiles(tiles, grid),
    calls: callsFrame(names, totalsByName(totals, names)),
    ...unlistedEvents(totals.count.reduce((sum, count) => sum + count, 0)),
    summary: summaryFrame(ranks, extent),
  };
}

/** A window whose cells the store has added up; its calls and messages one by one where they are few. */
export function drawWindow(inputs: TimelineInputs, choice: TimelineParams) {
  const sums = windowSums(choice, inputs);
  const [ranks, extent] = [sumsRanks(inputs), sumsExtent(choice, inputs)];
  const grid = sums.grid ?? tileGrid(choice, ranks, extent);
  const totals = windowTotals(inputs.totals);
  const trace = traceOfJob(inputs, { ...choice, job: sums.job });
  const { spans } = trace;
  const names = namesWith(sums.fewSpans ? spans.names : namesOf(totals), totals);
  const cells = inputs.cells;
  const runs = spanRuns(spans, grid);
  const tiles = cells
    ? tilesOfCells(
        {
          row: cells.columns.rank,
          column: cells.columns.enter,
          call: cells.columns.call,
          time: cells.columns.lasting,
        },
        grid,
        names,
      )
    : sumTiles(spans, grid, runs);
  return {
    ...framesOfTiles(tiles, grid),
    calls: callsFrame(names, totalsByName(totals, names)),
    ...exactEvents(trace, runs, grid, { ...choice, waits: false }),
    counts: countsFrame(sums),
    summary: summaryFrame(ranks, extent),
  };
}

function windowTotals(frame: TimelineInputs['totals']): CallTotals {
  if (!frame) return NO_TOTALS;
  const { call, rows, enter, exit } = frame.columns;
  return { call, count: rows, time: exit.map((end, row) => end - enter[row]) };
}

/** Names as they are stored, or, where those of regions are too many among them, of the calls that were counted. */
function namesOf({ call }: CallTotals): readonly string[] {
  return call.dictionary.length > MANY_NAMES
    ? Array.from(call.codes, (code) => call.dictionary[code])
    : call.dictionary;
}
