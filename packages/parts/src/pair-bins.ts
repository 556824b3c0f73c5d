import { NONE } from '@weft/model';

/** Sender, receiver and bin are one exact number up to so many ranks. */
export const MOST_RANKS = 2 ** 20;

/** Sums by sender, receiver and bin of time; open addressing over typed arrays, no object per cell. */
export class PairBins {
  size = 0;
  /** The latest bin that holds anything. */
  lastBin = 0;
  private readonly bins: number;
  private slots = new Int32Array(1 << 11).fill(-1);
  private cells = createCells(1 << 10);

  constructor(bins: number) {
    this.bins = bins;
  }

  /** `at` is a bin, or -1 where no time is known. */
  add(
    src: number,
    dst: number,
    at: number,
    bytes: number,
    count: number,
    sent: number,
    received: number,
  ): void {
    const cell = this.cellOf((src * MOST_RANKS + dst) * 2 * this.bins + at + 1);
    const { cells } = this;
    cells.bytes[cell] += bytes;
    cells.count[cell] += count;
    if (sent < cells.sent[cell]) cells.sent[cell] = sent;
    if (received > cells.received[cell]) cells.received[cell] = received;
    if (at > this.lastBin) this.lastBin = at;
  }

  /** The same with every second bin joined to the one before. */
  withBinsDoubled(): PairBins {
    const joined = new PairBins(this.bins);
    const { src, dst, at, bytes, count, sent, received } = this.columns(this.size);
    for (let row = 0; row < this.size; row++) {
      const bin = at[row] === NONE ? NONE : Math.floor(at[row] / 2);
      joined.add(src[row], dst[row], bin, bytes[row], count[row], sent[row], received[row]);
    }
    return joined;
  }

  /** The first `rows` cells. */
  columns(rows: number) {
    const { bins, cells } = this;
    const src = new Int32Array(rows);
    const dst = new Int32Array(rows);
    const at = new Float64Array(rows);
    for (let row = 0; row < rows; row++) {
      const pair = Math.floor(cells.key[row] / (2 * bins));
      at[row] = cells.key[row] - pair * 2 * bins - 1;
      src[row] = Math.floor(pair / MOST_RANKS);
      dst[row] = pair - src[row] * MOST_RANKS;
    }
    const { bytes, count, sent, received } = cells;
    const own = (column: Float64Array) => column.slice(0, rows);
    return { src, dst, at, bytes: own(bytes), count: own(count), sent: own(sent), received: own(received) };
  }

  private cellOf(key: number): number {
    const { slots, cells } = this;
    const mask = slots.length - 1;
    let slot = hash(key) & mask;
    for (let cell = slots[slot]; cell >= 0; cell = slots[slot]) {
      if (cells.key[cell] === key) return cell;
      slot = (slot + 1) & mask;
    }
    if (this.size === cells.key.length) return this.grownCell(key);
    slots[slot] = this.size;
    cells.key[this.size] = key;
    return this.size++;
  }

  private grownCell(key: number): number {
    this.cells = enlarged(this.cells, 2 * this.size);
    this.slots = new Int32Array(4 * this.size).fill(-1);
    const mask = this.slots.length - 1;
    for (let cell = 0; cell < this.size; cell++) {
      let slot = hash(this.cells.key[cell]) & mask;
      while (this.slots[slot] >= 0) slot = (slot + 1) & mask;
      this.slots[slot] = cell;
    }
    return this.cellOf(key);
  }
}

interface Cells {
  readonly key: Float64Array;
  readonly bytes: Float64Array;
  readonly count: Float64Array;
  readonly sent: Float64Array;
  readonly received: Float64Array;
}

function createCells(length: number): Cells {
  const column = () => new Float64Array(length);
  return {
    key: column(),
    bytes: column(),
    count: column(),
    sent: column().fill(Number.POSITIVE_INFINITY),
    received: column().fill(NONE),
  };
}

function enlarged(cells: Cells, length: number): Cells {
  const larger = createCells(length);
  larger.key.set(cells.key);
  larger.bytes.set(cells.bytes);
  larger.count.set(cells.count);
  larger.sent.set(cells.sent);
  larger.received.set(cells.received);
  return larger;
}

function hash(key: number): number {
  const high = Math.floor(key / 4294967296);
  let mixed = Math.imul((key | 0) ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1);
  mixed ^= mixed >>> 15;
  return Math.imul(mixed, 0x2c1b3c6d) >>> 1;
}
