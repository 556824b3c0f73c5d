import { NO_CALL } from '@weft/analysis';
import { formatDuration, formatExact, formatQuantity, NONE, textAt } from '@weft/model';
import type { TooltipLine } from '../../kit/tooltip.tsx';
import { shownMessages, shownSpans, type TimelineMark } from './draw-timeline.ts';
import { pickStack } from './pick-stack.ts';
import { plotArea, rankToY, type TimelineModel, timeToX, xToTime, yToRank } from './timeline-geometry.ts';
import { keyItemUnder } from './timeline-key.ts';
import type { ExactPart } from './timeline-model.ts';

/** What lies under a point of the plot, and what is to be said about it. */
export interface TimelinePick {
  readonly rank: number;
  readonly time: number;
  readonly mark: TimelineMark | null;
  readonly title: string;
  readonly lines: readonly TooltipLine[];
  readonly message: number | null;
}

/** Pixels from a message line that still count as on it. */
const PICK_DISTANCE = 4;

export function pickTimeline(model: TimelineModel, x: number, y: number): TimelinePick | null {
  const area = plotArea(model);
  if (y < area.top) return pickKey(model, x, y);
  if (x < area.left || x > area.right || y > area.bottom) return null;
  const rank = Math.min(Math.floor(yToRank(model, area, y)), model.data.ranks - 1);
  const time = xToTime(model, area, x);
  const tolerance = xToTime(model, area, x + 1) - time;
  const inStack = pickStack(model, area, y, time, tolerance);
  if (inStack) return inStack;
  const lines = shownMessages(model, area);
  const spans = shownSpans(model, area);
  return (
    (lines && pickMessage(model, lines, x, y, rank, time)) ??
    (spans ? pickSpan(model, spans, rank, time, tolerance) : pickTile(model, rank, time)) ?? {
      rank,
      time,
      mark: null,
      title: `rank ${rank}`,
      lines: [
        { label: 'time', value: instant(time) },
        { label: 'state', value: 'outside of calls' },
      ],
      message: null,
    }
  );
}

/** Over the key: what a call amounts to in the whole run. */
function pickKey(model: TimelineModel, x: number, y: number): TimelinePick | null {
  const item = keyItemUnder(model, x, y);
  if (!item) return null;
  const sum = (of: 'time' | 'count'): number => item.calls.reduce((total, call) => total + call[of], 0);
  const all = model.data.calls.reduce((total, call) => total + call.time, 0);
  const share = all > 0 ? ` (${((sum('time') / all) * 100).toFixed(1)} %)` : '';
  return {
    rank: NONE,
    time: 0,
    mark: null,
    title: item.calls.length === 1 ? item.calls[0].name : item.label,
    lines: [
      { label: 'calls', value: formatExact(sum('count'), 'count') },
      { label: 'time of all ranks', value: `${formatDuration(sum('time'))}${share}` },
      { label: 'click', value: item.faded ? 'show it alone' : 'show it alone, or all again' },
    ],
    message: null,
  };
}

function pickMessage(
  model: TimelineModel,
  { messages }: ExactPart,
  x: number,
  y: number,
  rank: number,
  time: number,
): TimelinePick | null {
  if (!messages) return null;
  const area = plotArea(model);
  const { src, dst, send_start: sent, recv_end: received } = messages;
  let best = -1;
  let nearest = PICK_DISTANCE;
  for (let row = 0; row < src.length; row++) {
    const distance = distanceToLine(
      x,
      y,
      timeToX(model, area, sent[row]),
      rankToY(model, area, src[row] + 0.5),
      timeToX(model, area, received[row]),
      rankToY(model, area, dst[row] + 0.5),
    );
    if (distance < nearest) {
      nearest = distance;
      best = row;
    }
  }
  if (best < 0) return null;
  return {
    rank,
    time,
    mark: {
      kind: 'message',
      src: src[best],
      dst: dst[best],
      sent: sent[best],
      received: received[best],
    },
    title: `message ${src[best]} → ${dst[best]}`,
    lines: [
      { label: 'operation', value: textAt(messages.call, best) ?? 'send' },
      { label: 'bytes', value: formatExact(messages.bytes[best], 'B') },
      ...(messages.tag[best] === NONE ? [] : [{ label: 'tag', value: String(messages.tag[best]) }]),
      { label: 'sent', value: instant(sent[best]) },
      { label: 'receive posted', value: instant(messages.recv_start[best]) },
      { label: 'received', value: instant(received[best]) },
      { label: 'took', value: formatDuration(received[best] - sent[best]) },
      ...lateLines(messages.recv_start[best] - sent[best]),
    ],
    message: messages.id[best],
  };
}

/** Which side came first; the receive counts from where it was posted. */
function lateLines(after: number): TooltipLine[] {
  if (after === 0) return [];
  return [
    {
      label: after < 0 ? 'send after receive' : 'receive after send',
      value: formatDuration(Math.abs(after)),
    },
  ];
}

/** The innermost call: of those under the pointer the one entered last. */
function pickSpan(
  model: TimelineModel,
  part: ExactPart,
  rank: number,
  time: number,
  tolerance: number,
): TimelinePick | null {
  const { spans } = part;
  if (!spans) return null;
  let best = -1;
  for (let row = 0; row < spans.rank.length; row++) {
    if (spans.rank[row] !== rank || spans.enter[row] > time) continue;
    if (Math.max(spans.exit[row], spans.enter[row] + tolerance) < time) continue;
    if (best < 0 || spans.enter[row] >= spans.enter[best]) best = row;
  }
  if (best < 0) return null;
  const [enter, exit] = [spans.enter[best], spans.exit[best]];
  const name = textAt(spans.call, best) ?? '';
  return {
    rank,
    time,
    mark: { kind: 'span', rank, enter, exit },
    title: `${name}, rank ${rank}`,
    lines: [
      { label: 'operation', value: name, colour: model.callColours.get(name) },
      { label: 'entered', value: instant(enter) },
      { label: 'left', value: instant(exit) },
      { label: 'took', value: formatExact(exit - enter, 'ns') },
      ...waitLines(spans, best),
      ...partnerLines(part, rank, enter, exit),
      ...collectiveLines(part, rank, enter),
    ],
    message: null,
  };
}

/** Whom the call waited for: the same answer as that of the pinned call. */
function waitLines({ waited_for, waited }: NonNullable<ExactPart['spans']>, row: number): TooltipLine[] {
  if (waited_for[row] === NONE) return [];
  return [{ label: `waited for rank ${waited_for[row]}`, value: formatExact(waited[row], 'ns') }];
}

/** Messages that this call began or ended. */
function partnerLines({ messages }: ExactPart, rank: number, enter: number, exit: number): TooltipLine[] {
  if (!messages) return [];
  const lines: TooltipLine[] = [];
  let bytes = 0;
  for (let row = 0; row < messages.src.length; row++) {
    const sends =
      messages.src[row] === rank && (messages.send_start[row] === enter || messages.send_end[row] === exit);
    const receives =
      messages.dst[row] === rank && (messages.recv_start[row] === enter || messages.recv_end[row] === exit);
    if (!sends && !receives) continue;
    bytes += messages.bytes[row];
    lines.push({
      label: sends ? `to rank ${messages.dst[row]}` : `from rank ${messages.src[row]}`,
      value: formatExact(messages.bytes[row], 'B'),
    });
  }
  if (lines.length <= 4) return lines;
  const rest = lines.length - 3;
  return [...lines.slice(0, 3), { label: `and ${rest} more`, value: `${formatQuantity(bytes, 'B')} in all` }];
}

function collectiveLines({ collectives }: ExactPart, rank: number, enter: number): TooltipLine[] {
  const row = collectives.rank.findIndex((of, at) => of === rank && collectives.enter[at] === enter);
  if (row < 0) return [];
  const lines = [{ label: 'contributed', value: formatExact(collectives.bytes[row], 'B') }];
  if (collectives.root[row] !== NONE) lines.push({ label: 'root', value: `rank ${collectives.root[row]}` });
  if (collectives.comm[row] !== NONE)
    lines.push({ label: 'communicator', value: String(collectives.comm[row]) });
  return lines;
}

function pickTile(model: TimelineModel, rank: number, time: number): TimelinePick | null {
  for (const { tiles, names } of model.data.parts.toReversed()) {
    const row = Math.floor((rank - tiles.firstRank) / tiles.block);
    const column = Math.floor((time - tiles.start) / tiles.bin);
    if (row < 0 || row >= tiles.rows || column < 0 || column >= tiles.columns) continue;
    const cell = row * tiles.columns + column;
    if (tiles.call[cell] === NO_CALL) return null;
    const first = tiles.firstRank + row * tiles.block;
    const last = Math.min(first + tiles.block, model.data.ranks) - 1;
    const from = tiles.start + column * tiles.bin;
    const name = names[tiles.call[cell]] ?? '';
    return {
      rank,
      time,
      mark: { kind: 'tile', ranks: [first, last + 1], time: [from, from + tiles.bin] },
      title: first === last ? `rank ${first}` : `ranks ${first} to ${last}`,
      lines: [
        { label: 'most time in', value: name, colour: model.callColours.get(name) },
        { label: 'inside calls', value: `${((tiles.share[cell] / 65535) * 100).toFixed(1)} %` },
        { label: 'from', value: instant(from) },
        { label: 'for', value: formatDuration(tiles.bin) },
      ],
      message: null,
    };
  }
  return null;
}

/** Since the start of the run, to the nanosecond: calls are too short for a calendar. */
function instant(time: number): string {
  return formatExact(Math.round(time), 'ns');
}

export function distanceToLine(x: number, y: number, x1: number, y1: number, x2: number, y2: number): number {
  const dx = x2 - x1;
  const dy = y2 - y1;
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / length));
  return Math.hypot(x - x1 - along * dx, y - y1 - along * dy);
}
