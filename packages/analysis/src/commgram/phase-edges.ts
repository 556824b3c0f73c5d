import { type MessageSource, representativeTimes } from '../queries/message-batches.ts';
import { sortOrder } from '../radix-sort/radix-sort.ts';
import type { PhaseFinder } from './phase-of-message.ts';

/** Traffic of each phase: one entry per sender and receiver, sorted; entries of phase p are at offsets[p] .. offsets[p + 1]. */
export interface PhaseEdges {
  readonly phases: number;
  readonly ranks: number;
  readonly offsets: Int32Array;
  readonly src: Int32Array;
  readonly dst: Int32Array;
  readonly bytes: Float64Array;
  readonly messages: Float64Array;
  /** First sending and last receiving per phase. */
  readonly start: Float64Array;
  readonly end: Float64Array;
}

/** `onAtom` is told the phase of each message that has a time, in the order of the source. */
export async function sumPhaseEdges(
  source: MessageSource,
  finder: PhaseFinder,
  phases: number,
  ranks: number,
  onAtom?: (phase: number) => void,
): Promise<PhaseEdges> {
  const sums = createSums(1 << 12);
  const start = new Float64Array(phases).fill(Number.POSITIVE_INFINITY);
  const end = new Float64Array(phases).fill(Number.NEGATIVE_INFINITY);
  for await (const batch of source()) {
    const times = representativeTimes(batch);
    for (let row = 0; row < batch.rows; row++) {
      const phase = finder.find(times[row]);
      if (onAtom && !Number.isNaN(times[row])) onAtom(phase);
      if (phase < 0) continue;
      if (batch.sent[row] < start[phase]) start[phase] = batch.sent[row];
      if (batch.received[row] > end[phase]) end[phase] = batch.received[row];
      const key = (phase * ranks + batch.src[row]) * ranks + batch.dst[row];
      addTo(sums, key, batch.bytes[row], batch.count[row]);
    }
  }
  return { ...sortedEdges(sums, phases, ranks), start, end };
}

/** Open hashing from keys (exact integers) to sums. */
interface Sums {
  slots: Int32Array;
  keys: Float64Array;
  bytes: Float64Array;
  messages: Float64Array;
  size: number;
}

function createSums(capacity: number): Sums {
  return {
    slots: new Int32Array(2 * capacity).fill(-1),
    keys: new Float64Array(capacity),
    bytes: new Float64Array(capacity),
    messages: new Float64Array(capacity),
    size: 0,
  };
}

function addTo(sums: Sums, key: number, bytes: number, messages: number): void {
  const mask = sums.slots.length - 1;
  let slot = hashKey(key) & mask;
  for (;;) {
    const entry = sums.slots[slot];
    if (entry < 0) break;
    if (sums.keys[entry] === key) {
      sums.bytes[entry] += bytes;
      sums.messages[entry] += messages;
      return;
    }
    slot = (slot + 1) & mask;
  }
  const entry = sums.size++;
  sums.slots[slot] = entry;
  sums.keys[entry] = key;
  sums.bytes[entry] = bytes;
  sums.messages[entry] = messages;
  if (sums.size === sums.keys.length) grow(sums);
}

function hashKey(key: number): number {
  const high = Math.floor(key / 4294967296);
  let hash = Math.imul((key | 0) ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1);
  hash ^= hash >>> 15;
  return Math.imul(hash, 0x2c1b3c6d) >>> 1;
}

function grow(sums: Sums): void {
  const larger = createSums(sums.keys.length * 2);
  larger.keys.set(sums.keys);
  larger.bytes.set(sums.bytes);
  larger.messages.set(sums.messages);
  const mask = larger.slots.length - 1;
  for (let entry = 0; entry < sums.size; entry++) {
    let slot = hashKey(larger.keys[entry]) & mask;
    while (larger.slots[slot] >= 0) slot = (slot + 1) & mask;
    larger.slots[slot] = entry;
  }
  Object.assign(sums, { ...larger, size: sums.size });
}

function sortedEdges(sums: Sums, phases: number, ranks: number): Omit<PhaseEdges, 'start' | 'end'> {
  const order = sortOrder(sums.keys.subarray(0, sums.size));
  const src = new Int32Array(sums.size);
  const dst = new Int32Array(sums.size);
  const bytes = new Float64Array(sums.size);
  const messages = new Float64Array(sums.size);
  const offsets = new Int32Array(phases + 1);
  for (let at = 0; at < sums.size; at++) {
    const key = sums.keys[order[at]];
    const pair = Math.floor(key / ranks);
    dst[at] = key - pair * ranks;
    const phase = Math.floor(pair / ranks);
    src[at] = pair - phase * ranks;
    bytes[at] = sums.bytes[order[at]];
    messages[at] = sums.messages[order[at]];
    offsets[phase + 1]++;
  }
  for (let phase = 0; phase < phases; phase++) offsets[phase + 1] += offsets[phase];
  return { phases, ranks, offsets, src, dst, bytes, messages };
}
