import { type Batch, NONE, type Tables } from '@weft/model';

export type MessageColumns = Batch<Tables['messages']>['columns'];

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

  /**
   * Messages between known ranks, each in the bin of its middle between sending and receiving, as long as there is such a
   * bin; gives the row behind.
   */
  addRows(columns: MessageColumns, from: number, to: number, bin: number): number {
    const { src, dst, bytes, count, send_start, send_end, recv_start, recv_end } = columns;
    // Bins are powers of two, so that multiplying is exact.
    const perBin = 0.5 / bin;
    for (let row = from; row < to; row++) {
      if (src[row] < 0 || dst[row] < 0) continue;
      const first = send_start[row] === NONE ? send_end[row] : send_start[row];
      const last = recv_end[row] === NONE ? recv_start[row] : recv_end[row];
      const sent = first === NONE ? last : first;
      const received = last === NONE ? first : last;
      const at = sent === NONE ? NONE : Math.floor(Math.max(0, sent + received) * perBin);
      if (at >= this.bins) return row;
      const cell = this.cellOf(src[row], dst[row], at);
      const { cells } = this;
      cells.bytes[cell] += bytes[row];
      cells.count[cell] += count[row];
      if (sent < cells.sent[cell]) cells.sent[cell] = sent;
      if (received > cells.received[cell]) cells.received[cell] = received;
    }
    return to;
  }

  /** The same with so many neighbouring bins joined. */
  withBinsJoined(factor: number): PairBins {
    const joined = new PairBins(this.bins);
    const { src, dst, at, bytes, count, sent, received } = this.columns(this.size);
    for (let row = 0; row < this.size; row++) {
      const bin = at[row] === NONE ? NONE : Math.floor(at[row] / factor);
      const cell = joined.cellOf(src[row], dst[row], bin);
      const { cells } = joined;
      cells.bytes[cell] += bytes[row];
      cells.count[cell] += count[row];
      cells.sent[cell] = Math.min(cells.sent[cell], sent[row]);
      cells.received[cell] = Math.max(cells.received[cell], received[row]);
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

  /** `at` is a bin, or -1 where no time is known. */
  private cellOf(src: number, dst: number, at: number): number {
    if (at > this.lastBin) this.lastBin = at;
    const key = (src * MOST_RANKS + dst) * 2 * this.bins + at + 1;
    return this.cellOfKey(key, hash(src, dst, at));
  }

  private cellOfKey(key: number, mixed: number): number {
    const { slots, cells } = this;
    const mask = slots.length - 1;
    let slot = mixed & mask;
    for (let cell = slots[slot]; cell >= 0; cell = slots[slot]) {
      if (cells.key[cell] === key) return cell;
      slot = (slot + 1) & mask;
    }
    if (this.size === cells.key.length) return this.grownCell(key, mixed);
    slots[slot] = this.size;
    cells.key[this.size] = key;
    cells.hash[this.size] = mixed;
    return this.size++;
  }

  private grownCell(key: number, mixed: number): number {
    this.cells = enlarged(this.cells, 2 * this.size);
    this.slots = new Int32Array(4 * this.size).fill(-1);
    const mask = this.slots.length - 1;
    for (let cell = 0; cell < this.size; cell++) {
      let slot = this.cells.hash[cell] & mask;
      while (this.slots[slot] >= 0) slot = (slot + 1) & mask;
      this.slots[slot] = cell;
    }
    return this.cellOfKey(key, mixed);
  }
}

interface Cells {
  readonly key: Float64Array;
  readonly hash: Int32Array;
  readonly bytes: Float64Array;
  readonly count: Float64Array;
  readonly sent: Float64Array;
  readonly received: Float64Array;
}

function createCells(length: number): Cells {
  const column = () => new Float64Array(length);
  return {
    key: column(),
    hash: new Int32Array(length),
    bytes: column(),
    count: column(),
    sent: column().fill(Number.POSITIVE_INFINITY),
    received: column().fill(NONE),
  };
}

function enlarged(cells: Cells, length: number): Cells {
  const larger = createCells(length);
  larger.key.set(cells.key);
  larger.hash.set(cells.hash);
  larger.bytes.set(cells.bytes);
  larger.count.set(cells.count);
  larger.sent.set(cells.sent);
  larger.received.set(cells.received);
  return larger;
}

function hash(src: number, dst: number, at: number): number {
  let mixed = Math.imul(src, 0x9e3779b1) ^ Math.imul(dst, 0x85ebca6b) ^ Math.imul(at, 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 13)) >>> 1;
}
