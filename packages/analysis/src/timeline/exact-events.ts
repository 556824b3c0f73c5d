import { batchFromRows, columnsOnly, NONE, type TableFrame, takeRows } from '@weft/model';
import type { SpanColumns } from '../spans/span-columns.ts';
import { waitsOfCalls } from '../waits/find-waits.ts';
import { countRuns, rowsOfRuns, type SpanRuns } from './span-index.ts';
import type { TileGrid } from './sum-tiles.ts';
import { windowOf } from './tile-grid.ts';
import type { Trace } from './timeline-inputs.ts';
import { timelineResult } from './timeline-result.ts';

interface Limits {
  /** 1 for each call name that is listed; null = all are. */
  readonly shown?: Uint8Array | null;
  readonly maxSpans: number;
  readonly maxMessages: number;
  /** Whether everything is there that tells how long a call waited. */
  readonly waits: boolean;
}

/**
 * The calls and messages of the window one by one; none of them where there are more than the limit.
 * `counts` says how many there are either way.
 */
export function exactEvents(
  trace: Trace,
  runs: SpanRuns,
  grid: TileGrid,
  { maxSpans, maxMessages, shown = null, waits }: Limits,
) {
  const { spans, messages, collectives } = trace;
  const window = windowOf(grid);
  const count = shown ? countRuns(runs, (row) => shown[spans.call[row]] === 1) : countRuns(runs);
  const lines = messagesIn(messages, window, maxMessages);
  const few = count <= maxSpans;
  return {
    spans: spansFrame(trace, few ? listed(rowsOfRuns(runs), spans, shown) : new Int32Array(0), waits),
    messages: columnsOnly(
      timelineResult.messages,
      takeRows(messages, lines.rows.length === lines.count ? lines.rows : new Int32Array(0)),
    ),
    collectives: columnsOnly(
      timelineResult.collectives,
      takeRows(collectives, few ? collectivesIn(collectives, window) : new Int32Array(0)),
    ),
    counts: countsFrame({
      spans: count,
      messages: lines.count,
      fewSpans: few,
      fewMessages: lines.rows.length === lines.count,
    }),
  };
}

/** So many calls, none of them listed, and nothing known of messages. */
export function unlistedEvents(spans: number) {
  const { messages, collectives } = timelineResult;
  return {
    spans: batchFromRows(timelineResult.spans, []),
    messages: batchFromRows(messages, []),
    collectives: batchFromRows(collectives, []),
    counts: countsFrame({ spans, messages: 0, fewSpans: false, fewMessages: false }),
  };
}

interface EventCounts {
  readonly spans: number;
  readonly messages: number;
  readonly fewSpans: boolean | null;
  readonly fewMessages: boolean | null;
}

/** What is not counted is not left out either. */
export function countsFrame({ spans, messages, fewSpans, fewMessages }: EventCounts) {
  return {
    rows: 1,
    columns: {
      spans: Float64Array.of(spans),
      messages: Float64Array.of(messages),
      spans_listed: Int32Array.of(fewSpans === false ? 0 : 1),
      messages_listed: Int32Array.of(fewMessages === false ? 0 : 1),
    },
  };
}

function listed(rows: Int32Array, { call }: SpanColumns, shown: Uint8Array | null): Int32Array {
  return shown ? rows.filter((row) => shown[call[row]] === 1) : rows;
}

interface Window {
  readonly ranks: readonly [number, number];
  readonly time: readonly [number, number];
}

/** A message is in the window when both its ends are known, one is a rank of it, and it is on its way in that time. */
function messagesIn(
  { rows, columns }: TableFrame<'messages', 'src' | 'dst' | 'send_start' | 'recv_end'>,
  window: Window,
  limit: number,
) {
  const [first, last] = window.ranks;
  const [from, to] = window.time;
  const { src, dst, send_start: sent, recv_end: received } = columns;
  const shown = (rank: number): boolean => rank >= first && rank < last;
  return collect(
    rows,
    limit,
    (row) =>
      sent[row] !== NONE &&
      received[row] !== NONE &&
      src[row] !== NONE &&
      dst[row] !== NONE &&
      sent[row] < to &&
      received[row] >= from &&
      (shown(src[row]) || shown(dst[row])),
  );
}

function collectivesIn(
  { rows, columns }: TableFrame<'collectives', 'rank' | 'enter' | 'exit'>,
  window: Window,
): Int32Array {
  const [first, last] = window.ranks;
  const [from, to] = window.time;
  const { rank, enter, exit } = columns;
  return collect(
    rows,
    rows,
    (row) => rank[row] >= first && rank[row] < last && enter[row] < to && exit[row] >= from,
  ).rows;
}

/** Rows that pass, up to the limit, and how many pass in all. */
function collect(
  rows: number,
  limit: number,
  passes: (row: number) => boolean,
): { rows: Int32Array; count: number } {
  const kept: number[] = [];
  let count = 0;
  for (let row = 0; row < rows; row++) {
    if (!passes(row)) continue;
    if (count++ < limit) kept.push(row);
  }
  return { rows: Int32Array.from(kept), count };
}

function spansFrame({ spans, messages, collectives }: Trace, rows: Int32Array, known: boolean) {
  const { rank, call, enter, exit, names } = spans;
  const waits = known && rows.length > 0 ? waitsOfCalls(spans, messages, collectives, rows) : null;
  return {
    rows: rows.length,
    columns: {
      rank: rows.map((row) => rank[row]),
      call: { codes: rows.map((row) => call[row]), dictionary: names },
      enter: Float64Array.from(rows, (row) => enter[row]),
      exit: Float64Array.from(rows, (row) => exit[row]),
      waited_for: waits?.partner ?? new Int32Array(rows.length).fill(NONE),
      waited: waits?.time ?? new Float64Array(rows.length).fill(NONE),
    },
  };
}
