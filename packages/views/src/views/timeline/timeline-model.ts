import { type PackedTiles, tilesOfFrames } from '@weft/analysis';
import type { Resolved } from '../../data-request.ts';
import type { TimelineFrames } from './timeline-frames.ts';
import type { TimelineNeeds } from './timeline-needs.ts';
import type { TimelineWindow } from './timeline-window.ts';

/** Tiles of one answer, with the names their calls count into. */
export interface TilePart {
  readonly tiles: PackedTiles;
  readonly names: readonly string[];
}

/** Calls and messages one by one, within the window they were asked for. */
export interface ExactPart {
  readonly window: TimelineWindow;
  /** Null where they are too many to be listed. */
  readonly spans: TimelineFrames['spans']['columns'] | null;
  readonly messages: TimelineFrames['messages']['columns'] | null;
  readonly collectives: TimelineFrames['collectives']['columns'];
  readonly spanCount: number;
  readonly messageCount: number;
}

export interface CallTotal {
  readonly name: string;
  /** Nanoseconds over all ranks of the whole run. */
  readonly time: number;
  readonly count: number;
}

export interface TimelineData {
  readonly ranks: number;
  readonly full: TimelineWindow;
  /** Coarse first; later parts cover earlier ones. */
  readonly parts: readonly TilePart[];
  readonly exact: readonly ExactPart[];
  /** Most time first. */
  readonly calls: readonly CallTotal[];
  /** Finer data are on their way. */
  readonly refining: boolean;
}

export function timelineData(
  { overview, detail }: Pick<Resolved<TimelineNeeds>, 'overview' | 'detail'>,
  timeRange: readonly [number, number] | null,
): TimelineData {
  const overviews = overview.filter((frames) => frames !== null);
  const arrived = [...overviews, ...detail.filter((frames) => frames !== null)];
  const summaries = overviews.map((frames) => frames.summary.columns);
  const ranks = Math.max(0, ...summaries.map((summary) => summary.ranks[0]));
  const extent = timeRange ?? [
    Math.min(...summaries.map(({ start }) => start[0])),
    Math.max(...summaries.map(({ end }) => end[0])),
  ];
  return {
    ranks,
    full: { time: [extent[0], Math.max(extent[1], extent[0] + 1)], ranks: [0, Math.max(ranks, 1)] },
    parts: arrived.map(partOf),
    exact: arrived.map(exactOf),
    calls: callTotals(overviews),
    refining: arrived.length < overview.length + detail.length,
  };
}

const parts = new WeakMap<TimelineFrames, TilePart>();

function partOf(frames: TimelineFrames): TilePart {
  const known = parts.get(frames);
  if (known) return known;
  const text = frames.calls.columns.call;
  const part = {
    tiles: tilesOfFrames(frames),
    names: Array.from(text.codes, (code) => text.dictionary[code] ?? ''),
  };
  parts.set(frames, part);
  return part;
}

function exactOf(frames: TimelineFrames): ExactPart {
  const { firstRank, block, rows, start, bin, columns } = partOf(frames).tiles;
  const counts = frames.counts.columns;
  return {
    window: { time: [start, start + bin * columns], ranks: [firstRank, firstRank + block * rows] },
    spans: counts.spans_listed[0] ? frames.spans.columns : null,
    messages: counts.messages_listed[0] ? frames.messages.columns : null,
    collectives: frames.collectives.columns,
    spanCount: counts.spans[0],
    messageCount: counts.messages[0],
  };
}

function callTotals(overviews: readonly TimelineFrames[]): CallTotal[] {
  const totals = new Map<string, { time: number; count: number }>();
  for (const { calls } of overviews) {
    const { call: text, time, count } = calls.columns;
    for (let row = 0; row < calls.rows; row++) {
      if (count[row] === 0) continue;
      const name = text.dictionary[text.codes[row]] ?? '';
      const total = totals.get(name) ?? { time: 0, count: 0 };
      total.time += time[row];
      total.count += count[row];
      totals.set(name, total);
    }
  }
  return [...totals]
    .map(([name, total]) => ({ name, ...total }))
    .sort((a, b) => b.time - a.time || a.name.localeCompare(b.name));
}

/** The finest answer that holds the whole window and lists its calls (or messages) one by one. */
export function exactPart(
  data: TimelineData,
  window: TimelineWindow,
  what: 'spans' | 'messages',
): ExactPart | null {
  const holds = (part: ExactPart): boolean =>
    part[what] !== null &&
    part.window.time[0] <= Math.max(window.time[0], data.full.time[0]) &&
    part.window.time[1] >= Math.min(window.time[1], data.full.time[1]) &&
    part.window.ranks[0] <= window.ranks[0] &&
    part.window.ranks[1] >= window.ranks[1];
  return data.exact.findLast(holds) ?? null;
}
