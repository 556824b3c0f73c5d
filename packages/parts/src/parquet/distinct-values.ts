/** More distinct values than this, and a dictionary would not fit into the caches of readers. */
const MOST_DISTINCT = 4096;
const SLOTS = 4 * MOST_DISTINCT;

/** Finds the few distinct values of a column by their bits, or gives up early where there are many. */
export class DistinctValues {
  /** Code of each row after `find` found several values. */
  codes = new Int32Array(0);
  /** A row of each code. */
  readonly firstRows = new Int32Array(MOST_DISTINCT);
  private readonly slots = new Int32Array(SLOTS);
  private readonly lows = new Int32Array(SLOTS);
  private readonly highs = new Int32Array(SLOTS);

  /** Number of distinct values, or -1 where a dictionary would not pay. */
  find(values: Int32Array | Float64Array, count: number): number {
    if (isConstant(values, count)) {
      this.firstRows[0] = 0;
      return 1;
    }
    if (this.codes.length < count) this.codes = new Int32Array(count);
    this.slots.fill(-1);
    const words = new Int32Array(values.buffer, values.byteOffset, count * (values.BYTES_PER_ELEMENT / 4));
    const most = Math.min(MOST_DISTINCT, count >> 3);
    return values instanceof Int32Array ? this.find32(words, count, most) : this.find64(words, count, most);
  }

  private find32(words: Int32Array, count: number, most: number): number {
    const { codes, firstRows, slots, lows } = this;
    let distinct = 0;
    for (let row = 0; row < count; row++) {
      const low = words[row];
      if (row > 0 && low === words[row - 1]) {
        codes[row] = codes[row - 1];
        continue;
      }
      // Ids are near each other; then so are their slots, which stay in the caches.
      let slot = (low ^ (low >>> 14)) & (SLOTS - 1);
      while (slots[slot] >= 0 && lows[slot] !== low) slot = (slot + 1) & (SLOTS - 1);
      if (slots[slot] < 0) {
        if (distinct === most) return -1;
        lows[slot] = low;
        firstRows[distinct] = row;
        slots[slot] = distinct++;
      }
      codes[row] = slots[slot];
    }
    return distinct;
  }

  private find64(words: Int32Array, count: number, most: number): number {
    const { codes, firstRows, slots, lows, highs } = this;
    let distinct = 0;
    for (let row = 0; row < count; row++) {
      const low = words[2 * row];
      const high = words[2 * row + 1];
      if (row > 0 && low === words[2 * row - 2] && high === words[2 * row - 1]) {
        codes[row] = codes[row - 1];
        continue;
      }
      let slot = Math.imul(low ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1) >>> 18;
      while (slots[slot] >= 0 && (lows[slot] !== low || highs[slot] !== high))
        slot = (slot + 1) & (SLOTS - 1);
      if (slots[slot] < 0) {
        if (distinct === most) return -1;
        lows[slot] = low;
        highs[slot] = high;
        firstRows[distinct] = row;
        slots[slot] = distinct++;
      }
      codes[row] = slots[slot];
    }
    return distinct;
  }
}

/** Jobs, ranks and communicators often are; the first rows tell of most others that they are not. */
function isConstant(values: Int32Array | Float64Array, count: number): boolean {
  const first = values[0];
  for (let row = 1; row < count; row++) if (!Object.is(values[row], first)) return false;
  return true;
}
