import type { WaitWindow } from '@weft/analysis';
import { formatDuration, formatExact, formatQuantity, NONE, textAt } from '@weft/model';
import type { TooltipLine } from '../../kit/tooltip.tsx';
import type { ViewOptions } from '../../view.ts';
import type { PinnedFrames } from './timeline-frames.ts';

/** Which call is pinned, as the panel remembers it: a question whose answer the analysis finds. */
export interface PinQuestion {
  readonly rank: number;
  readonly time: number;
  readonly step: -1 | 0 | 1;
  readonly withMessage: boolean;
  /** Instead: the call with the n-th longest wait of a window. */
  readonly longest: WaitWindow | null;
  /** Only spans of this thread or stream and depth; null = calls of MPI. */
  readonly lane: PinLane | null;
}

interface PinLane {
  readonly stream: number;
  readonly depth: number;
}

export function optionsOfPin(pin: PinQuestion | null): Record<string, number | string> {
  if (!pin) return { pr: -1, pt: 0, pd: 0, pm: 0, pl: '', ps: -1, pk: 0 };
  const { longest } = pin;
  const pl = longest ? [...longest.time, ...longest.ranks, longest.nth].map(Math.round).join(' ') : '';
  const { stream: ps, depth: pk } = pin.lane ?? { stream: -1, depth: 0 };
  return { pr: pin.rank, pt: Math.round(pin.time), pd: pin.step, pm: pin.withMessage ? 1 : 0, pl, ps, pk };
}

export function pinOfOptions({ pr, pt, pd, pm, pl, ps, pk }: ViewOptions): PinQuestion | null {
  if (typeof pr !== 'number' || pr < 0 || typeof pt !== 'number') return null;
  return {
    rank: pr,
    time: pt,
    step: pd === 1 || pd === -1 ? pd : 0,
    withMessage: pm === 1,
    longest: windowOfText(pl),
    lane: typeof ps === 'number' && ps >= 0 && typeof pk === 'number' ? { stream: ps, depth: pk } : null,
  };
}

function windowOfText(text: ViewOptions[string]): WaitWindow | null {
  const numbers = typeof text === 'string' ? text.split(' ').map(Number) : [];
  if (numbers.length !== 5 || numbers.some(Number.isNaN)) return null;
  const [from, to, first, end, nth] = numbers;
  return { time: [from, to], ranks: [first, end], nth };
}

/** The longest wait of what is on screen, or the next one where the last question was the same. */
export function askLongestWait(
  time: readonly [number, number],
  ranks: readonly [number, number],
  { question, call }: { readonly question: PinQuestion | null; readonly call: PinnedCall | null },
): PinQuestion {
  const window = {
    time: [Math.round(time[0]), Math.round(time[1])] as const,
    ranks: [Math.floor(ranks[0]), Math.ceil(ranks[1])] as const,
  };
  const before = question?.longest;
  const again = before && `${before.time} ${before.ranks}` === `${window.time} ${window.ranks}`;
  const nth = again && call ? before.nth + 1 : 0;
  return { rank: 0, time: 0, step: 0, withMessage: false, longest: { ...window, nth }, lane: null };
}

interface PinnedMessage {
  readonly src: number;
  readonly dst: number;
  readonly bytes: number;
  readonly tag: number;
  readonly sent: number;
  readonly received: number;
}

export interface PinnedCall {
  readonly rank: number;
  readonly name: string;
  readonly enter: number;
  readonly exit: number;
  /** Processor time of the process inside; NONE = not known. */
  readonly cpu: number;
  readonly messages: readonly PinnedMessage[];
  /** Names of the calls it is in, outermost first. */
  readonly around: readonly string[];
  /** Where it lies in the stack of its rank; null where that is not known. */
  readonly lane: PinLane | null;
  readonly kind: string;
  /** For whom it waited, and how long. */
  readonly wait: { readonly partner: number; readonly time: number } | null;
  readonly collective: {
    readonly bytes: number;
    readonly root: number;
    readonly comm: number;
    readonly ranks: number;
    readonly lastRank: number;
    readonly lastEnter: number;
  } | null;
}

export function pinnedCall({ span, stack, messages, collectives, wait }: PinnedFrames): PinnedCall | null {
  if (span.rows === 0) return null;
  const { rank, call, enter, exit, cpu } = span.columns;
  const { partner, time } = wait.columns;
  return {
    rank: rank[0],
    name: textAt(call, 0) ?? '',
    enter: enter[0],
    exit: exit[0],
    cpu: cpu[0],
    messages: messagesOf(messages),
    ...placeOf(stack),
    wait: wait.rows === 0 ? null : { partner: partner[0], time: time[0] },
    collective: collectiveOf(collectives, rank[0]),
  };
}

/** The last row of the stack is the call itself. */
function placeOf({ rows, columns }: PinnedFrames['stack']): Pick<PinnedCall, 'around' | 'lane' | 'kind'> {
  const last = rows - 1;
  if (last < 0) return { around: [], lane: null, kind: 'mpi' };
  return {
    around: Array.from({ length: last }, (_, row) => textAt(columns.call, row) ?? ''),
    lane: { stream: columns.stream[last], depth: columns.depth[last] },
    kind: textAt(columns.kind, last) ?? 'mpi',
  };
}

function messagesOf({ rows, columns }: PinnedFrames['messages']): PinnedMessage[] {
  const { src, dst, tag, bytes, send_start, recv_end } = columns;
  return Array.from({ length: rows }, (_, row) => ({
    src: src[row],
    dst: dst[row],
    bytes: bytes[row],
    tag: tag[row],
    sent: send_start[row],
    received: recv_end[row],
  }));
}

function collectiveOf({ rows, columns }: PinnedFrames['collectives'], own: number): PinnedCall['collective'] {
  const { rank, root, comm, enter, bytes } = columns;
  const at = rows === 0 ? -1 : rank.indexOf(own);
  if (at < 0) return null;
  let last = at;
  for (let row = 0; row < rows; row++) if (enter[row] > enter[last]) last = row;
  return {
    bytes: bytes[at],
    root: root[at],
    comm: comm[at],
    ranks: rows,
    lastRank: rank[last],
    lastEnter: enter[last],
  };
}

const MOST_MESSAGES = 4;

/** Everything there is to say about it, in short lines. */
export function pinnedLines(call: PinnedCall, mark: number | null): TooltipLine[] {
  const lines: TooltipLine[] = [
    { label: 'entered', value: formatExact(call.enter, 'ns') },
    { label: 'left', value: formatExact(call.exit, 'ns') },
    { label: 'took', value: formatExact(call.exit - call.enter, 'ns') },
  ];
  if (call.cpu !== NONE) lines.push({ label: 'on the processor', value: formatExact(call.cpu, 'ns') });
  if (call.around.length > 0) lines.push({ label: 'inside', value: call.around.join(' › ') });
  if (call.wait) {
    lines.push({ label: `waited for rank ${call.wait.partner}`, value: formatExact(call.wait.time, 'ns') });
  }
  if (mark !== null) lines.push({ label: 'since the mark', value: formatDuration(call.enter - mark) });
  return [...lines, ...collectiveLines(call), ...messageLines(call)];
}

function collectiveLines({ collective }: PinnedCall): TooltipLine[] {
  if (!collective) return [];
  const lines = [{ label: 'contributed', value: formatExact(collective.bytes, 'B') }];
  if (collective.root !== NONE) lines.push({ label: 'root', value: `rank ${collective.root}` });
  if (collective.comm !== NONE) lines.push({ label: 'communicator', value: String(collective.comm) });
  if (collective.ranks > 1) {
    lines.push({ label: `last of ${collective.ranks} ranks`, value: `rank ${collective.lastRank}` });
  }
  return lines;
}

function messageLines({ rank, messages }: PinnedCall): TooltipLine[] {
  const lines = messages.slice(0, MOST_MESSAGES).map(({ src, dst, bytes, tag, sent, received }) => {
    const parts = [formatExact(bytes, 'B')];
    if (tag !== NONE) parts.push(`tag ${tag}`);
    if (sent !== NONE && received !== NONE) parts.push(`on its way ${formatDuration(received - sent)}`);
    return { label: src === rank ? `to rank ${dst}` : `from rank ${src}`, value: parts.join(', ') };
  });
  const rest = messages.length - lines.length;
  if (rest <= 0) return lines;
  const bytes = messages.reduce((sum, message) => sum + message.bytes, 0);
  return [...lines, { label: `and ${rest} more`, value: `${formatQuantity(bytes, 'B')} in all` }];
}
