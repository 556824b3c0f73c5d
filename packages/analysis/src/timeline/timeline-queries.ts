import type { InputsOf, KnownInputs } from '../analysis.ts';
import { callFilter } from '../queries/message-choice.ts';
import { rankedQuery } from '../queries/ranked-query.ts';
import { overviewJob, overviewQueries } from './overview-sums.ts';
import { windowOf } from './tile-grid.ts';
import { messagesInWindow, rowQueries, traceQueries } from './timeline-inputs.ts';
import type { TimelineParams } from './timeline-params.ts';
import { type WindowSums, windowSumQueries, windowSums } from './window-sums.ts';

const EVERYWHERE = { ranks: null, time: null };

export function timelineQueries(choice: TimelineParams, known: KnownInputs = {}) {
  const { reading } = choice;
  const sums = windowSums(choice, known);
  const job = reading === 'overview' ? overviewJob(choice, known) : sums.job;
  const inRows = reading === 'whole' || reading === 'window';
  const trace = traceQueries(choice, reading === 'window' ? choice : EVERYWHERE);
  return {
    ...(inRows ? trace : listedQueries(choice, sums)),
    ranked: job === null ? undefined : rankedQuery(job),
    ...windowSumQueries(choice, sums),
    ...overviewQueries(choice, known),
  };
}

export type TimelineInputs = InputsOf<ReturnType<typeof timelineQueries>>;

/** The rows that are listed one by one, once it is known that they are few. */
function listedQueries(choice: TimelineParams, { job, grid, fewSpans, fewMessages }: WindowSums) {
  const spans = fewSpans === true;
  const wanted = { spans, messages: fewMessages === true, collectives: spans && choice.messages };
  const window = grid ? windowOf(grid) : EVERYWHERE;
  const crossing = grid ? messagesInWindow(windowOf(grid)) : [];
  return { ranks: undefined, ...rowQueries(job, wanted, window, crossing, callFilter(choice.calls)) };
}
