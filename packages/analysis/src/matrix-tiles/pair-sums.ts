import { type MessageBatch, representativeTimes } from '../queries/message-batches.ts';

/** What lies between each pair of ranks, in order of the first rank, then the second. */
export interface PairSums {
  readonly src: Int32Array;
  readonly dst: Int32Array;
  /** Bytes sent, or nanoseconds waited. */
  readonly amount: Float64Array;
  /** Messages sent, or calls that waited. */
  readonly count: Float64Array;
}

/** Open addressing over typed arrays: no object per pair. */
interface PairTable {
  slots: Int32Array;
  /** src * MOST_RANKS + dst. */
  keys: Float64Array;
  amount: Float64Array;
  count: Float64Array;
  size: number;
}

/** More ranks than any machine has; a pair of them is still an exact number. */
const MOST_RANKS = 2 ** 26;

export function sumPairs(
  batches: Iterable<MessageBatch>,
  time: readonly [number, number] | null = null,
): PairSums {
  const counter = new PairCounter();
  for (const batch of batches) counter.add(batch, time);
  return counter.sums();
}

/** Takes pairs one by one or messages batch by batch; its memory grows with the pairs, not with the messages. */
export class PairCounter {
  private readonly table = createTable(1 << 12);

  /** Adds the messages whose representative time is in the range. */
  add(batch: MessageBatch, time: readonly [number, number] | null): void {
    const times = time && representativeTimes(batch);
    for (let row = 0; row < batch.rows; row++) {
      if (time && times && !(times[row] >= time[0] && times[row] < time[1])) continue;
      this.addPair(batch.src[row], batch.dst[row], batch.bytes[row], batch.count[row]);
    }
  }

  addPairs({ src, dst, bytes, count }: Pick<MessageBatch, 'src' | 'dst' | 'bytes' | 'count'>): void {
    for (let row = 0; row < src.length; row++) this.addPair(src[row], dst[row], bytes[row], count[row]);
  }

  addPair(src: number, dst: number, amount: number, count: number): void {
    const { table } = this;
    const pair = pairAt(table, src * MOST_RANKS + dst);
    table.amount[pair] += amount;
    table.count[pair] += count;
  }

  sums(): PairSums {
    return sortedPairs(this.table);
  }
}

function createTable(capacity: number): PairTable {
  return {
    slots: new Int32Array(capacity * 2).fill(-1),
    keys: new Float64Array(capacity),
    amount: new Float64Array(capacity),
    count: new Float64Array(capacity),
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
  larger.amount.set(table.amount);
  larger.count.set(table.count);
  larger.size = table.size;
  const mask = larger.slots.length - 1;
  for (let pair = 0; pair < table.size; pair++) {
    let slot = hash(table.keys[pair]) & mask;
    while (larger.slots[slot] >= 0) slot = (slot + 1) & mask;
    larger.slots[slot] = pair;
  }
  Object.assign(table, larger);
}

function sortedPairs(table: PairTable): PairSums {
  const { size } = table;
  const sums: PairSums = {
    src: new Int32Array(size),
    dst: new Int32Array(size),
    amount: new Float64Array(size),
    count: new Float64Array(size),
  };
  const sorted = table.keys.slice(0, size).sort();
  for (let at = 0; at < size; at++) {
    const pair = pairAt(table, sorted[at]);
    sums.src[at] = Math.floor(sorted[at] / MOST_RANKS);
    sums.dst[at] = sorted[at] % MOST_RANKS;
    sums.amount[at] = table.amount[pair];
    sums.count[at] = table.count[pair];
  }
  return sums;
}
