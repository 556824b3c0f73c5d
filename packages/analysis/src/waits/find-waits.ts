import { type Frame, NONE } from '@weft/model';
import type { SpanColumns } from '../timeline/span-columns.ts';
import { callEndingAt, callIndex } from './call-index.ts';
import { collectivePartners } from './collective-partners.ts';

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

/**
 * Late senders, late receivers and late ranks of collective calls, as in Scalasca's wait states. A call waits for one
 * partner, the last of those it needs: so the times of a rank add up to no more than its time inside calls.
 * A send counts only where it ended after its receive was posted: before, the library had taken the data.
 */
export function findWaits(spans: SpanColumns, messages: Frame, collectives: Frame): Waits {
  const last = new Float64Array(spans.rows).fill(Number.NEGATIVE_INFINITY);
  const partner = new Int32Array(spans.rows).fill(NONE);
  const index = callIndex(spans);
  const needs = (rank: number, end: number, other: number, came: number): void => {
    const call = callEndingAt(index, spans, rank, end);
    if (call < 0 || came <= last[call]) return;
    last[call] = came;
    partner[call] = other;
  };
  addMessages(messages, needs);
  addCollectives(collectives, needs);
  return waitsOf(spans, last, partner);
}

type Needs = (rank: number, end: number, other: number, came: number) => void;

function addMessages({ rows, columns }: Frame, needs: Needs): void {
  if (rows === 0) return;
  const { src, dst } = columns as Record<string, Int32Array>;
  const times = columns as Record<string, Float64Array>;
  const { send_start: sent, send_end: sentEnd, recv_start: posted, recv_end: received } = times;
  for (let row = 0; row < rows; row++) {
    if (src[row] === dst[row] || sent[row] === NONE || received[row] === NONE) continue;
    needs(dst[row], received[row], src[row], sent[row]);
    if (sentEnd[row] === NONE || posted[row] === NONE || posted[row] > sentEnd[row]) continue;
    needs(src[row], sentEnd[row], dst[row], posted[row]);
  }
}

function addCollectives(frame: Frame, needs: Needs): void {
  if (frame.rows === 0) return;
  const { partner, time } = collectivePartners(frame);
  const { rank } = frame.columns as Record<string, Int32Array>;
  const { exit } = frame.columns as Record<string, Float64Array>;
  for (let row = 0; row < frame.rows; row++) {
    if (partner[row] !== NONE && exit[row] !== NONE) needs(rank[row], exit[row], partner[row], time[row]);
  }
}

function waitsOf(spans: SpanColumns, last: Float64Array, partner: Int32Array): Waits {
  const call: number[] = [];
  for (let row = 0; row < spans.rows; row++)
    if (Math.min(last[row], spans.exit[row]) > spans.enter[row]) call.push(row);
  const numbers = (of: (row: number) => number) => Float64Array.from(call, of);
  return {
    rows: call.length,
    call: Int32Array.from(call),
    rank: Int32Array.from(call, (row) => spans.rank[row]),
    partner: Int32Array.from(call, (row) => partner[row]),
    start: numbers((row) => spans.enter[row]),
    time: numbers((row) => Math.min(last[row], spans.exit[row]) - spans.enter[row]),
  };
}
