const DIGIT = 11;
const BUCKETS = 1 << DIGIT;

/** Row numbers sorted by time, then rank, then row; times are integers at most 2^53 apart. Radix sort, digit by digit. */
export class TimeOrder {
  private from = new Uint32Array(0);
  private to = new Uint32Array(0);
  private readonly ends = new Uint32Array(BUCKETS);

  /** Valid until the next call. */
  sort(time: Float64Array, rank: Int32Array, rows: number): Uint32Array {
    if (this.from.length < rows) {
      this.from = new Uint32Array(rows);
      this.to = new Uint32Array(rows);
    }
    for (let row = 0; row < rows; row++) this.from[row] = row;
    const [leastRank, mostRank] = rangeOf(rank, rows);
    for (let unit = 1; unit <= mostRank - leastRank; unit *= BUCKETS) this.pass(rank, leastRank, unit, rows);
    const [first, last] = rangeOf(time, rows);
    for (let unit = 1; unit <= last - first; unit *= BUCKETS) this.pass(time, first, unit, rows);
    return this.from.subarray(0, rows);
  }

  /** One stable pass by the digit that counts `unit`s above `least`. */
  private pass(values: Float64Array | Int32Array, least: number, unit: number, rows: number): void {
    const { from, to, ends } = this;
    const scale = 1 / unit;
    ends.fill(0);
    for (let i = 0; i < rows; i++) ends[digitOf(values[i] - least, scale)]++;
    let sum = 0;
    for (let digit = 0; digit < BUCKETS; digit++) {
      const count = ends[digit];
      ends[digit] = sum;
      sum += count;
    }
    for (let i = 0; i < rows; i++) to[ends[digitOf(values[from[i]] - least, scale)]++] = from[i];
    this.from = to;
    this.to = from;
  }
}

/** `scale` is a power of two, so the product is exact. */
function digitOf(value: number, scale: number): number {
  const units = Math.floor(value * scale);
  return units - Math.floor(units / BUCKETS) * BUCKETS;
}

function rangeOf(values: Float64Array | Int32Array, rows: number): [number, number] {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < rows; row++) {
    const value = values[row];
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return [least, most];
}
