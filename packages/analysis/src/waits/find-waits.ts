import { NONE, type TableFrame } from '@weft/model';
import { callEndingAt, callIndex } from '../spans/call-index.ts';
import type { SpanColumns } from '../spans/span-columns.ts';
import { type CollectiveFrame, collectivePartners } from './collective-partners.ts';

/** Calls that could not end before another rank did its part. */
export interface Waits {
  readonly rows: number;
  /** Who waits, and for whom. */
  readonly rank: Int32Array;
  readonly partner: Int32Array;
  /** Row of the call among the spans, and when it was entered. */
  readonly call: Int32Array;
  readonly start: Float64Array;
  /** Nanoseconds from entering the call until the partner came, never more than the call took. */
  readonly time: Float64Array;
}

/** For each call asked about the rank it waited for, or NONE, and for how many nanoseconds. */
interface CallWaits {
  readonly partner: Int32Array;
  readonly time: Float64Array;
}

/** The columns of messages that tell who waits. */
export const messageTimes = ['src', 'dst', 'send_start', 'send_end', 'recv_start', 'recv_end'] as const;

type MessageTimes = TableFrame<'messages', (typeof messageTimes)[number]>;

/**
 * Late senders, late receivers and late ranks of collective calls, as in Scalasca's wait states. A call waits for one
 * partner, the last of those it needs: so the times of a rank add up to no more than its time inside calls.
 * A send counts only where it ended after its receive was posted: before, the library had taken the data.
 */
export function findWaits(spans: SpanColumns, messages: MessageTimes, collectives: CollectiveFrame): Waits {
  const latest = createLatest(spans.rows);
  visitNeeds(spans, messages, collectives, everyEvent, (call, other, came) =>
    addNeed(latest, call, other, came),
  );
  const waiting: number[] = [];
  for (let row = 0; row < spans.rows; row++) {
    if (waitedTime(spans, row, latest.came[row]) > 0) waiting.push(row);
  }
  return {
    rows: waiting.length,
    call: Int32Array.from(waiting),
    rank: Int32Array.from(waiting, (row) => spans.rank[row]),
    partner: Int32Array.from(waiting, (row) => latest.partner[row]),
    start: Float64Array.from(waiting, (row) => spans.enter[row]),
    time: Float64Array.from(waiting, (row) => waitedTime(spans, row, latest.came[row])),
  };
}

/** The same for a few calls, by their rows among the spans. */
export function waitsOfCalls(
  spans: SpanColumns,
  messages: MessageTimes,
  collectives: CollectiveFrame,
  calls: Int32Array,
): CallWaits {
  const latest = createLatest(calls.length);
  if (calls.length === 0) return { partner: latest.partner, time: new Float64Array(0) };
  const place = new Map(Array.from(calls, (call, at) => [call, at]));
  visitNeeds(spans, messages, collectives, eventsOf(spans, calls), (call, other, came) => {
    const at = place.get(call);
    if (at !== undefined) addNeed(latest, at, other, came);
  });
  const time = Float64Array.from(calls, (call, at) => waitedTime(spans, call, latest.came[at]));
  return { partner: latest.partner.map((rank, at) => (time[at] > 0 ? rank : NONE)), time };
}

/** The part of each wait that lies in a time range, from <= t < to; waits outside are left out. */
export function waitsWithin(waits: Waits, time: readonly [number, number] | null): Waits {
  if (time === null) return waits;
  const start = waits.start.map((from) => Math.max(from, time[0]));
  const left = start.map((from, row) => Math.min(waits.start[row] + waits.time[row], time[1]) - from);
  const kept = Int32Array.from(left.keys()).filter((row) => left[row] > 0);
  return {
    rows: kept.length,
    call: kept.map((row) => waits.call[row]),
    rank: kept.map((row) => waits.rank[row]),
    partner: kept.map((row) => waits.partner[row]),
    start: Float64Array.from(kept, (row) => start[row]),
    time: Float64Array.from(kept, (row) => left[row]),
  };
}

/** The last partner each call needs, and when it came. */
interface LatestNeeds {
  readonly came: Float64Array;
  readonly partner: Int32Array;
}

function createLatest(calls: number): LatestNeeds {
  return {
    came: new Float64Array(calls).fill(Number.NEGATIVE_INFINITY),
    partner: new Int32Array(calls).fill(NONE),
  };
}

function addNeed(latest: LatestNeeds, at: number, partner: number, came: number): void {
  if (came <= latest.came[at]) return;
  latest.came[at] = came;
  latest.partner[at] = partner;
}

function waitedTime({ enter, exit }: SpanColumns, call: number, came: number): number {
  return Math.max(0, Math.min(came, exit[call]) - enter[call]);
}

/** Whether a rank's event at a time may end one of the calls asked about. */
type EventFilter = (rank: number, end: number) => boolean;

const everyEvent: EventFilter = () => true;

function eventsOf({ rank, enter, exit }: SpanColumns, calls: Int32Array): EventFilter {
  const ranks = new Set(calls.map((call) => rank[call]));
  const from = calls.reduce((least, call) => Math.min(least, enter[call]), Number.POSITIVE_INFINITY);
  const to = calls.reduce((most, call) => Math.max(most, exit[call]), Number.NEGATIVE_INFINITY);
  return (of, end) => end >= from && end <= to && ranks.has(of);
}

type VisitNeed = (call: number, partner: number, came: number) => void;

/** Every partner that a call cannot end without, and when that partner came. */
function visitNeeds(
  spans: SpanColumns,
  messages: MessageTimes,
  collectives: CollectiveFrame,
  counts: EventFilter,
  visit: VisitNeed,
): void {
  const index = callIndex(spans);
  const needs: Needs = (rank, end, partner, came) => {
    if (!counts(rank, end)) return;
    const call = callEndingAt(index, spans, rank, end);
    if (call >= 0) visit(call, partner, came);
  };
  addMessages(messages, needs);
  addCollectives(collectives, needs);
}

type Needs = (rank: number, end: number, partner: number, came: number) => void;

function addMessages({ rows, columns }: MessageTimes, needs: Needs): void {
  const { src, dst, send_start: sent, send_end: sentEnd, recv_start: posted, recv_end: received } = columns;
  for (let row = 0; row < rows; row++) {
    if (src[row] === dst[row] || sent[row] === NONE || received[row] === NONE) continue;
    needs(dst[row], received[row], src[row], sent[row]);
    if (sentEnd[row] === NONE || posted[row] === NONE || posted[row] > sentEnd[row]) continue;
    needs(src[row], sentEnd[row], dst[row], posted[row]);
  }
}

function addCollectives(frame: CollectiveFrame, needs: Needs): void {
  const { partner, time } = collectivePartners(frame);
  const { rank, exit } = frame.columns;
  for (let row = 0; row < frame.rows; row++) {
    if (partner[row] !== NONE && exit[row] !== NONE) needs(rank[row], exit[row], partner[row], time[row]);
  }
}
