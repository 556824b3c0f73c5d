import { findRegion, regionNames, snapRange, timeline, timelineCall, timelineStack } from '@weft/analysis';
import type { Manifest, TableFrame } from '@weft/model';
import { type DataRequest, later, needAnalysis, needTable } from '../../data-request.ts';
import type { Range } from '../../kit/brush-range.ts';
import { timeShare } from '../../kit/time-share.ts';
import type { NeedsContext, ViewOptions } from '../../view.ts';
import type { DatasetInfo } from '../../workspace.ts';
import { findPattern } from './find-pattern.ts';
import { pinOfOptions } from './pinned-call.ts';
import { hasStacks, openRanks, seekOfOptions } from './stack-options.ts';
import type {
  FoundFrames,
  NameFrames,
  PinnedFrames,
  StackFrames,
  TimelineFrames,
} from './timeline-frames.ts';
import { EXACT_CALL, rangesOfOptions } from './timeline-window.ts';

export type TimelineNeeds = {
  /** The whole run, in strips of ranks. */
  readonly overview: readonly DataRequest<TimelineFrames | null>[];
  /** What is on screen, when zoomed. */
  readonly detail: readonly DataRequest<TimelineFrames | null>[];
  readonly pinned?: DataRequest<PinnedFrames | null>;
} & StackNeeds;

type StackNeeds = {
  /** What open ranks do, on all their threads. */
  readonly stack?: DataRequest<StackFrames | null>;
  readonly names?: DataRequest<NameFrames | null>;
  readonly metrics?: DataRequest<TableFrame<'rank_metrics'> | null>;
  /** The next span of a name. */
  readonly found?: DataRequest<FoundFrames | null>;
};

/** Up to here one read serves every zoom; beyond it each window reads its own rows. */
const WHOLE_ROWS = 4e6;
const STRIP_ROWS = 4e6;
const MESSAGE_ROWS = 2e6;
/** How many the answer lists one by one. */
const LISTED_SPANS = 20_000;
const LISTED_MESSAGES = 4_000;

export function timelineNeeds(dataset: DatasetInfo, context: NeedsContext): TimelineNeeds {
  const { manifest } = dataset;
  const grid = screenGrid(context.width, context.height);
  const remote = dataset.remote === true;
  const asker = { manifest, remote, facts: traceFacts(manifest), grid, base: baseParams(dataset, context) };
  const [first, ...rest] = hasSums(manifest, asker.base)
    ? [coarseRequest(asker)]
    : windowRequests(asker, { time: null, ranks: null }, 1);
  const zoomed = zoomedWindow(asker, context.options);
  const pin = pinOfOptions(context.options);
  return {
    overview: [first, ...rest.map(later)],
    detail: zoomed ? windowRequests(asker, zoomed, 1.25).map(later) : [],
    ...(pin && {
      pinned: later(needAnalysis(timelineCall, { ...asker.base, ...pin, stack: hasStacks(manifest) })),
    }),
    ...(hasStacks(manifest) && stackNeeds(asker, context)),
  };
}

function stackNeeds({ manifest, grid, base }: Asker, { options }: NeedsContext): StackNeeds {
  const job = base.job ?? 0;
  const ranks = openRanks(options.open, manifest);
  const whole: Range = manifest.timeRange ? [...manifest.timeRange] : [0, Number.MAX_SAFE_INTEGER];
  const { time } = rangesOfOptions(options);
  const shown = time ? snapRange(time, grid.columns, whole) : whole;
  const metric = typeof options.counter === 'string' && options.counter !== '' ? options.counter : null;
  const stack = { job, ranks, time: shown, columns: grid.columns, metric };
  const seek = seekOfOptions(options);
  const pattern = findPattern(String(options.find ?? ''))?.pattern;
  return {
    names: later(needAnalysis(regionNames, { job })),
    ...(ranks.length > 0 && { stack: later(needAnalysis(timelineStack, stack)) }),
    ...(rowsOf(manifest, 'rank_counters') > 0 && { metrics: later(needTable('rank_metrics')) }),
    ...(seek && pattern && { found: later(needAnalysis(findRegion, { job, pattern, ...seek })) }),
  };
}

function baseParams(dataset: DatasetInfo, { selection, options }: NeedsContext) {
  const { manifest } = dataset;
  return {
    job: selection.jobs[0] ?? (rowsOf(manifest, 'jobs') <= 1 ? 0 : null),
    source: rowsOf(manifest, 'spans') > 0 ? ('spans' as const) : ('events' as const),
    reading: isReadWhole(dataset) ? ('whole' as const) : ('window' as const),
    calls: callsOfOptions(options),
  };
}

/** Sums for first overviews are written of large traces, of one job each. */
function hasSums(manifest: Manifest, { source, reading }: ReturnType<typeof baseParams>): boolean {
  const single = rowsOf(manifest, 'jobs') <= 1;
  return source === 'spans' && reading === 'window' && single && rowsOf(manifest, 'span_sums') > 0;
}

/** The whole run from those sums: cells may be coarser than pixels, until a window is looked at. */
function coarseRequest({ manifest, grid, base }: Asker): DataRequest<TimelineFrames> {
  const { timeRange: time } = manifest;
  return needAnalysis(timeline, { ...base, ...grid, reading: 'overview', time, messages: false });
}

/** What all requests of one panel have in common. */
interface Asker {
  readonly manifest: Manifest;
  readonly remote: boolean;
  readonly facts: TraceFacts;
  readonly grid: { readonly columns: number; readonly rows: number };
  readonly base: ReturnType<typeof baseParams>;
}

interface AskedWindow {
  readonly time: Range | null;
  readonly ranks: Range | null;
}

/** One request, or one for each strip of ranks; `room` is how many times the tiles of the screen are asked for. */
function windowRequests(asker: Asker, window: AskedWindow, room: number): DataRequest<TimelineFrames>[] {
  const { manifest, facts, grid, base } = asker;
  const share = window.time ? timeShare(window.time, manifest.timeRange) : 1;
  const shown = window.ranks ?? [0, facts.ranks];
  const expected = facts.ranks > 0 ? (facts.rows * share * (shown[1] - shown[0])) / facts.ranks : facts.rows;
  const summed = base.reading === 'window' && isSummed(asker);
  return windowStrips(asker, window, expected, grid.rows * room).map(({ ranks, rows }) =>
    needAnalysis(timeline, {
      ...base,
      reading: summed ? 'sums' : base.reading,
      time: window.time ?? manifest.timeRange,
      ranks,
      rows,
      columns: grid.columns * room,
      maxSpans: LISTED_SPANS,
      maxMessages: LISTED_MESSAGES,
      messages: base.reading === 'whole' || facts.messages * share <= MESSAGE_ROWS,
    }),
  );
}

/**
 * An engine elsewhere adds up the calls of each cell; the one of this machine hands them over sooner than it adds them up.
 * Events that stand for calls are always read.
 */
function isSummed({ remote, base }: Asker): boolean {
  return remote && base.source === 'spans';
}

function windowStrips(
  { facts, remote, base }: Asker,
  { ranks }: AskedWindow,
  expected: number,
  rows: number,
): { ranks: Range | null; rows: number }[] {
  if (base.reading === 'whole' || facts.ranks === 0) return [{ ranks, rows }];
  const shown: Range = ranks ?? [0, facts.ranks];
  return remote ? [{ ranks: wholeRanks(shown), rows }] : rankStrips(shown, expected, rows);
}

/** The window on screen with some room around it; null where the overview shows as much. */
function zoomedWindow({ manifest, facts, grid }: Asker, options: ViewOptions): AskedWindow | null {
  const { time, ranks } = rangesOfOptions(options);
  if ((!time && !ranks) || isListed(facts, grid)) return null;
  const limits = manifest.timeRange ?? [0, Number.MAX_SAFE_INTEGER];
  const bound = facts.ranks > 0 ? facts.ranks : 1 << 30;
  return {
    time: time ? snapRange(time, grid.columns, limits) : null,
    ranks: ranks ? wholeRanks(snapRange(ranks, grid.rows, [0, bound])) : null,
  };
}

/** Small enough to be read at once: only then the longest waits are known. */
export function isReadWhole({ manifest, remote }: DatasetInfo): boolean {
  return traceFacts(manifest).rows <= (remote ? LISTED_SPANS : WHOLE_ROWS);
}

/** Names of the calls to be shown alone; none = all. */
export function callsOfOptions({ only }: ViewOptions): string[] {
  return typeof only === 'string' ? only.split(' ').filter((name) => name !== '') : [];
}

/** Small enough that the overview shows every call and message one by one: no zoom can show more. */
function isListed(
  { rows, messages, ranks }: TraceFacts,
  grid: { readonly columns: number; readonly rows: number },
): boolean {
  if (rows > LISTED_SPANS || messages > LISTED_MESSAGES || ranks === 0) return false;
  return 2 * ranks <= grid.rows && rows * EXACT_CALL <= ranks * grid.columns;
}

/** No more tiles than the plot has pixels; in steps, so that a panel may be resized without asking anew. */
export function screenGrid(width: number, height: number): { columns: number; rows: number } {
  const below = (pixels: number, step: number, most: number): number =>
    Math.min(Math.max(Math.floor(pixels / step), 1) * step, most);
  return { columns: below(width - 72, 64, 2048), rows: below(height - 130, 64, 1024) };
}

/** Ranges of ranks with so few spans each that a strip is read and summed at once. */
export function rankStrips(
  ranks: Range,
  expectedRows: number,
  maxRows: number,
): { ranks: Range; rows: number }[] {
  const [from, to] = wholeRanks(ranks);
  let block = 1;
  while (block * maxRows < to - from) block *= 2;
  const count = Math.max(1, Math.ceil(expectedRows / STRIP_ROWS));
  const size = Math.max(block, Math.floor((to - from) / count / block) * block);
  const strips: { ranks: Range; rows: number }[] = [];
  for (let first = from - (from % block); first < to; first += size) {
    const last = Math.min(first + size, to);
    strips.push({ ranks: [first, last], rows: Math.ceil((last - first) / block) });
  }
  return strips;
}

function wholeRanks(range: readonly [number, number]): Range {
  return [Math.floor(range[0]), Math.ceil(range[1])];
}

interface TraceFacts {
  readonly spans: number;
  readonly messages: number;
  /** Rows the timeline is made of. */
  readonly rows: number;
  /** 0 = unknown: ranks of several jobs. */
  readonly ranks: number;
}

function traceFacts(manifest: Manifest): TraceFacts {
  const spans = rowsOf(manifest, 'spans');
  const messages = rowsOf(manifest, 'messages');
  const single = rowsOf(manifest, 'jobs') <= 1;
  return {
    spans,
    messages,
    rows: Math.max(spans, messages + rowsOf(manifest, 'collectives')),
    ranks: single ? rowsOf(manifest, 'ranks') : 0,
  };
}

function rowsOf(manifest: Manifest, table: string): number {
  return manifest.tables[table]?.rows ?? 0;
}
