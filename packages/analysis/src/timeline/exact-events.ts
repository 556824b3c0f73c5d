import { type Frame, NONE } from '@weft/model';
import { takeRows } from '../commgram/message-query.ts';
import type { SpanColumns } from './span-columns.ts';
import { countRuns, rowsOfRuns, type SpanRuns } from './span-index.ts';
import type { TileGrid } from './sum-tiles.ts';

interface Limits {
  /** 1 for each call name that is listed; null = all are. */
  readonly shown?: Uint8Array | null;
  readonly maxSpans: number;
  readonly maxMessages: number;
}

/**
 * The calls and messages of the window one by one; none of them where there are more than the limit.
 * `counts` says how many there are either way.
 */
export function exactEvents(
  spans: SpanColumns,
  runs: SpanRuns,
  messages: Frame,
  collectives: Frame,
  grid: TileGrid,
  { maxSpans, maxMessages, shown = null }: Limits,
): { spans: Frame; messages: Frame; collectives: Frame; counts: Frame } {
  const window = windowOf(grid);
  const count = shown ? countRuns(runs, (row) => shown[spans.call[row]] === 1) : countRuns(runs);
  const lines = messagesIn(messages, window, maxMessages);
  const few = count <= maxSpans;
  return {
    spans: spansFrame(spans, few ? listed(rowsOfRuns(runs), spans, shown) : new Int32Array(0)),
    messages: takeRows(messages, lines.rows.length === lines.count ? lines.rows : new Int32Array(0)),
    collectives: takeRows(collectives, few ? collectivesIn(collectives, window) : new Int32Array(0)),
    counts: {
      rows: 1,
      columns: {
        spans: Float64Array.of(count),
        messages: Float64Array.of(lines.count),
        spans_listed: Int32Array.of(few ? 1 : 0),
        messages_listed: Int32Array.of(lines.rows.length === lines.count ? 1 : 0),
      },
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

function windowOf({ firstRank, block, rows, start, bin, columns }: TileGrid): Window {
  return { ranks: [firstRank, firstRank + block * rows], time: [start, start + bin * columns] };
}

/** A message is in the window when it is on its way in that time and one of its ends is a rank of it. */
function messagesIn({ rows, columns }: Frame, window: Window, limit: number) {
  const [first, last] = window.ranks;
  const [from, to] = window.time;
  const { src, dst } = columns as Record<string, Int32Array>;
  const { send_start: sent, recv_end: received } = columns as Record<string, Float64Array>;
  const shown = (rank: number): boolean => rank >= first && rank < last;
  return collect(
    rows,
    limit,
    (row) =>
      sent[row] !== NONE &&
      received[row] !== NONE &&
      sent[row] < to &&
      received[row] >= from &&
      (shown(src[row]) || shown(dst[row])),
  );
}

function collectivesIn({ rows, columns }: Frame, window: Window): Int32Array {
  const [first, last] = window.ranks;
  const [from, to] = window.time;
  const { rank } = columns as Record<string, Int32Array>;
  const { enter, exit } = columns as Record<string, Float64Array>;
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

function spansFrame({ rank, call, enter, exit, names }: SpanColumns, rows: Int32Array): Frame {
  const numbers = (column: Float64Array) => Float64Array.from(rows, (row) => column[row]);
  return {
    rows: rows.length,
    columns: {
      rank: rows.map((row) => rank[row]),
      call: { codes: rows.map((row) => call[row]), dictionary: names },
      enter: numbers(enter),
      exit: numbers(exit),
    },
  };
}
