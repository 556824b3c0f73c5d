import type { MessageBatch } from '../commgram/message-batches.ts';
import { representativeTimes } from '../commgram/message-batches.ts';

/** Traffic of each pair of ranks that exchanged anything, in order of sender, then receiver. */
export interface PairSums {
  readonly src: Int32Array;
  readonly dst: Int32Array;
  readonly bytes: Float64Array;
  readonly messages: Float64Array;
}

/** Open addressing over typed arrays: no object per pair. */
interface PairTable {
  slots: Int32Array;
  keys: Float64Array;
  bytes: Float64Array;
  messages: Float64Array;
  size: number;
}

export function sumPairs(
  batches: Iterable<MessageBatch>,
  ranks: number,
  time: readonly [number, number] | null,
): PairSums {
  const table = createTable(1 << 12);
  for (const batch of batches) {
    const times = time && representativeTimes(batch);
    for (let row = 0; row < batch.rows; row++) {
      if (time && times && !(times[row] >= time[0] && times[row] < time[1])) continue;
      const pair = pairAt(table, batch.src[row] * ranks + batch.dst[row]);
      table.bytes[pair] += batch.bytes[row];
      table.messages[pair]++;
    }
  }
  return sortedPairs(table, ranks);
}

function createTable(capacity: number): PairTable {
  return {
    slots: new Int32Array(capacity * 2).fill(-1),
    keys: new Float64Array(capacity),
    bytes: new Float64Array(capacity),
    messages: new Float64Array(capacity),
    size: 0,
  };
}

function pairAt(table: PairTable, key: number): number {
  const { slots, keys } = table;
  const mask = slots.length - 1;
  let slot = hash(key) & mask;
  while (slots[slot] >= 0) {
    if (keys[slots[slot]] === key) return slots[slot];
    slot = (slot + 1) & mask;
  }
  if (table.size === keys.length) {
    grow(table);
    return pairAt(table, key);
  }
  slots[slot] = table.size;
  keys[table.size] = key;
  return table.size++;
}

function hash(key: number): number {
  const mixed = Math.imul(key | 0, 0x9e3779b1) ^ Math.imul((key / 0x1_0000_0000) | 0, 0x85ebca6b);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

function grow(table: PairTable): void {
  const larger = createTable(table.keys.length * 2);
  larger.keys.set(table.keys);
  larger.bytes.set(table.bytes);
  larger.messages.set(table.messages);
  larger.size = table.size;
  const mask = larger.slots.length - 1;
  for (let pair = 0; pair < table.size; pair++) {
    let slot = hash(table.keys[pair]) & mask;
    while (larger.slots[slot] >= 0) slot = (slot + 1) & mask;
    larger.slots[slot] = pair;
  }
  Object.assign(table, larger);
}

function sortedPairs(table: PairTable, ranks: number): PairSums {
  const { size } = table;
  const sums: PairSums = {
    src: new Int32Array(size),
    dst: new Int32Array(size),
    bytes: new Float64Array(size),
    messages: new Float64Array(size),
  };
  const sorted = table.keys.slice(0, size).sort();
  for (let at = 0; at < size; at++) {
    const pair = pairAt(table, sorted[at]);
    sums.src[at] = Math.floor(sorted[at] / ranks);
    sums.dst[at] = sorted[at] % ranks;
    sums.bytes[at] = table.bytes[pair];
    sums.messages[at] = table.messages[pair];
  }
  return sums;
}
