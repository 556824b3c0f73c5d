const DIGIT = 11;
const BUCKETS = 1 << DIGIT;
const WORD = 2 ** 32;

/**
 * Row numbers sorted by time, then rank, then row; times are integers at most 2^53 apart. A radix sort over 32-bit words,
 * so that every pass runs the same compiled code.
 */
export class TimeOrder {
  private from = new Uint32Array(0);
  private to = new Uint32Array(0);
  private words = new Int32Array(0);
  private readonly places = new Uint32Array(BUCKETS);

  /** Valid until the next call. */
  sort(time: Float64Array, rank: Int32Array, rows: number): Uint32Array {
    this.reserve(rows);
    const { words } = this;
    fillUp(this.from, rows);
    this.sortBy(rankWords(rank, rows, words), rows);
    const first = leastOf(time, rows);
    this.sortBy(lowWords(time, first, rows, words), rows);
    this.sortBy(highWords(time, first, rows, words), rows);
    return this.from.subarray(0, rows);
  }

  private reserve(rows: number): void {
    if (this.from.length >= rows) return;
    this.from = new Uint32Array(rows);
    this.to = new Uint32Array(rows);
    this.words = new Int32Array(rows);
  }

  /** Stable passes over `words`, of which `bits` says which are set anywhere. */
  private sortBy(bits: number, rows: number): void {
    for (let shift = 0; shift < 32; shift += DIGIT) {
      if (((bits >>> shift) & (BUCKETS - 1)) !== 0) this.pass(shift, rows);
    }
  }

  private pass(shift: number, rows: number): void {
    const { from, to, words } = this;
    const places = this.places.fill(0);
    countDigits(words, shift, rows, places);
    sumUp(places);
    distribute(from, to, words, shift, rows, places);
    this.from = to;
    this.to = from;
  }
}

// Each loop has a function of its own: V8 compiles long loops again and again where other code follows them.

function countDigits(words: Int32Array, shift: number, rows: number, counts: Uint32Array): void {
  for (let row = 0; row < rows; row++) counts[(words[row] >>> shift) & (BUCKETS - 1)]++;
}

/** Turns counts into where each digit's rows begin. */
function sumUp(counts: Uint32Array): void {
  let sum = 0;
  for (let digit = 0; digit < BUCKETS; digit++) {
    const count = counts[digit];
    counts[digit] = sum;
    sum += count;
  }
}

function distribute(
  from: Uint32Array,
  to: Uint32Array,
  words: Int32Array,
  shift: number,
  rows: number,
  places: Uint32Array,
): void {
  for (let i = 0; i < rows; i++) {
    const row = from[i];
    to[places[(words[row] >>> shift) & (BUCKETS - 1)]++] = row;
  }
}

function fillUp(order: Uint32Array, rows: number): void {
  for (let row = 0; row < rows; row++) order[row] = row;
}

/** Ranks may be -1; adding one keeps their order among unsigned words. */
function rankWords(rank: Int32Array, rows: number, words: Int32Array): number {
  let bits = 0;
  for (let row = 0; row < rows; row++) {
    words[row] = rank[row] + 1;
    bits |= words[row];
  }
  return bits;
}

function leastOf(time: Float64Array, rows: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let row = 0; row < rows; row++) if (time[row] < least) least = time[row];
  return least;
}

function lowWords(time: Float64Array, first: number, rows: number, words: Int32Array): number {
  let bits = 0;
  for (let row = 0; row < rows; row++) {
    words[row] = time[row] - first;
    bits |= words[row];
  }
  return bits;
}

function highWords(time: Float64Array, first: number, rows: number, words: Int32Array): number {
  let bits = 0;
  for (let row = 0; row < rows; row++) {
    words[row] = (time[row] - first) / WORD;
    bits |= words[row];
  }
  return bits;
}
