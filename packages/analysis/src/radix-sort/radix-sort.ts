/**
 * Least-significant-digit radix sort of float64 numbers (no NaN), six digits of 11 or 10 bits.
 * Digits on which all numbers agree cost nothing, as do numbers that are sorted already.
 */

const DIGITS: readonly { word: 0 | 1; shift: number; mask: number }[] = [
  { word: 0, shift: 0, mask: 0x7ff },
  { word: 0, shift: 11, mask: 0x7ff },
  { word: 0, shift: 22, mask: 0x3ff },
  { word: 1, shift: 0, mask: 0x7ff },
  { word: 1, shift: 11, mask: 0x7ff },
  { word: 1, shift: 22, mask: 0x3ff },
];
const BUCKETS = 2048;

function isSorted(values: Float64Array): boolean {
  for (let i = 1; i < values.length; i++) if (values[i - 1] > values[i]) return false;
  return true;
}

/** Sorts ascending; the result is in `values`. `scratch` has at least its length. */
export function sortNumbers(
  values: Float64Array,
  scratch: Float64Array = new Float64Array(values.length),
): Float64Array {
  if (isSorted(values)) return values;
  const counts = countDigits(values);
  let from = values;
  let to = scratch.subarray(0, values.length);
  for (let digit = 0; digit < DIGITS.length; digit++) {
    const starts = bucketStarts(counts, digit, values.length);
    if (starts === null) continue;
    scatter(from, to, digit, starts);
    [from, to] = [to, from];
  }
  if (from !== values) values.set(from);
  return values;
}

/** The stable order that sorts `values` ascending; `values` are left as they are. */
export function sortOrder(values: Float64Array): Int32Array {
  const n = values.length;
  let order = new Int32Array(n);
  for (let i = 0; i < n; i++) order[i] = i;
  if (isSorted(values)) return order;
  const counts = countDigits(values);
  let spare = new Int32Array(n);
  for (let digit = 0; digit < DIGITS.length; digit++) {
    const starts = bucketStarts(counts, digit, n);
    if (starts === null) continue;
    scatterOrder(values, order, spare, digit, starts);
    [order, spare] = [spare, order];
  }
  return order;
}

/** Bits in an order that grows with the number: negative ones inverted, the sign bit turned. */
function countDigits(values: Float64Array): Int32Array {
  const words = new Uint32Array(values.buffer, values.byteOffset, values.length * 2);
  const counts = new Int32Array(DIGITS.length * BUCKETS);
  for (let i = 0; i < words.length; i += 2) {
    const sign = words[i + 1] >> 31;
    const low = words[i] ^ sign;
    const high = words[i + 1] ^ (sign | 0x80000000);
    counts[low & 0x7ff]++;
    counts[BUCKETS + ((low >>> 11) & 0x7ff)]++;
    counts[2 * BUCKETS + (low >>> 22)]++;
    counts[3 * BUCKETS + (high & 0x7ff)]++;
    counts[4 * BUCKETS + ((high >>> 11) & 0x7ff)]++;
    counts[5 * BUCKETS + (high >>> 22)]++;
  }
  return counts;
}

/** Where each bucket begins; null when one bucket holds everything. */
function bucketStarts(counts: Int32Array, digit: number, total: number): Int32Array | null {
  const starts = new Int32Array(BUCKETS);
  let start = 0;
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    const count = counts[digit * BUCKETS + bucket];
    if (count === total) return null;
    starts[bucket] = start;
    start += count;
  }
  return starts;
}

function scatter(from: Float64Array, to: Float64Array, digit: number, starts: Int32Array): void {
  const words = new Uint32Array(from.buffer, from.byteOffset, from.length * 2);
  const { word, shift, mask } = DIGITS[digit];
  const turn = word === 1 ? 0x80000000 : 0;
  for (let i = 0; i < from.length; i++) {
    const sign = words[2 * i + 1] >> 31;
    const bucket = ((words[2 * i + word] ^ (sign | turn)) >>> shift) & mask;
    to[starts[bucket]++] = from[i];
  }
}

function scatterOrder(
  values: Float64Array,
  order: Int32Array,
  to: Int32Array,
  digit: number,
  starts: Int32Array,
): void {
  const words = new Uint32Array(values.buffer, values.byteOffset, values.length * 2);
  const { word, shift, mask } = DIGITS[digit];
  const turn = word === 1 ? 0x80000000 : 0;
  for (let i = 0; i < order.length; i++) {
    const at = order[i];
    const sign = words[2 * at + 1] >> 31;
    const bucket = ((words[2 * at + word] ^ (sign | turn)) >>> shift) & mask;
    to[starts[bucket]++] = at;
  }
}
