import type { Operations } from './operations.ts';

/**
 * Operations on their way through a file. Each column has a byte that tells how its values stand, a base, and the values
 * as differences from the base in as few bytes as the largest needs: a column that is the same in all rows takes none.
 * `end` stands as the time since `start` where all of them are whole numbers, as the first number of the block tells. Values
 * that are not whole stand as they are.
 */
const columns = ['start', 'end', 'bytes', 'src', 'dst', 'comm', 'tag', 'call', 'flags'] as const;

/** Bytes that a value takes. */
const CONSTANT = 0;
const AS_IS = 8;
type Form = 0 | 1 | 2 | 4 | 8;

const BLOCK_HEAD = 8;
const HEAD = 16;

export function packOperations(block: Operations, rows: number): Uint8Array {
  const since = differences(block.end, block.start, rows);
  const times = [block.start, block.end, since].map((values) => rangeOfNumbers(values, rows));
  const relative = times.every(({ whole }) => whole);
  const sources = columns.map((name) => (name === 'end' && relative ? since : block[name]));
  const ranges = sources.map((values, column) => {
    if (columns[column] === 'start') return times[0];
    if (columns[column] === 'end') return times[relative ? 2 : 1];
    return values instanceof Int32Array ? rangeOfIntegers(values, rows) : rangeOfNumbers(values, rows);
  });
  const size = ranges.reduce((sum, { form }) => sum + HEAD + padded(form * rows), BLOCK_HEAD);
  const packed = new Uint8Array(size);
  new Float64Array(packed.buffer, 0, 1)[0] = relative ? 1 : 0;
  let at = BLOCK_HEAD;
  sources.forEach((values, column) => {
    const { form, base } = ranges[column];
    new Float64Array(packed.buffer, at, 2).set([form, base]);
    writeValues(packed.buffer, at + HEAD, values, rows, form, base);
    at += HEAD + padded(form * rows);
  });
  return packed;
}

/** Fills the first rows of a block. */
export function unpackOperations(packed: ArrayBuffer, rows: number, block: Operations): void {
  const [relative] = new Float64Array(packed, 0, 1);
  let at = BLOCK_HEAD;
  for (const name of columns) {
    const [form, base] = new Float64Array(packed, at, 2);
    readValues(packed, at + HEAD, block[name], rows, form, base);
    at += HEAD + padded(form * rows);
  }
  if (relative) addTo(block.end, block.start, rows);
}

type Values = Float64Array | Int32Array;

interface ColumnRange {
  readonly form: Form;
  readonly base: number;
  readonly whole: boolean;
}

/** Both loops do the same; each is compiled for one kind of column. */
function rangeOfIntegers(values: Int32Array, rows: number): ColumnRange {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < rows; row++) {
    const value = values[row];
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return formOf(least, most, true);
}

function rangeOfNumbers(values: Float64Array, rows: number): ColumnRange {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  let whole = true;
  for (let row = 0; row < rows; row++) {
    const value = values[row];
    if (value < least) least = value;
    if (value > most) most = value;
    if (Math.floor(value) !== value) whole = false;
  }
  const safe = least >= Number.MIN_SAFE_INTEGER && most <= Number.MAX_SAFE_INTEGER;
  return formOf(least, most, rows === 0 || (whole && safe));
}

function formOf(least: number, most: number, whole: boolean): ColumnRange {
  const spread = most - least;
  if (!whole || spread > 0xffffffff) return { form: AS_IS, base: 0, whole };
  return { form: spread === 0 ? CONSTANT : spread < 256 ? 1 : spread < 65_536 ? 2 : 4, base: least, whole };
}

function writeValues(
  buffer: ArrayBufferLike,
  at: number,
  values: Values,
  rows: number,
  form: Form,
  base: number,
): void {
  if (form === CONSTANT) return;
  const target = viewOf(buffer, at, rows, form);
  for (let row = 0; row < rows; row++) target[row] = values[row] - base;
}

function readValues(
  buffer: ArrayBuffer,
  at: number,
  values: Values,
  rows: number,
  form: number,
  base: number,
): void {
  if (form === CONSTANT) {
    values.fill(base, 0, rows);
    return;
  }
  const source = viewOf(buffer, at, rows, form);
  for (let row = 0; row < rows; row++) values[row] = source[row] + base;
}

function viewOf(
  buffer: ArrayBufferLike,
  at: number,
  rows: number,
  form: number,
): Uint8Array | Uint16Array | Uint32Array | Float64Array {
  if (form === 1) return new Uint8Array(buffer, at, rows);
  if (form === 2) return new Uint16Array(buffer, at, rows);
  if (form === 4) return new Uint32Array(buffer, at, rows);
  return new Float64Array(buffer, at, rows);
}

function differences(values: Float64Array, from: Float64Array, rows: number): Float64Array {
  const result = new Float64Array(rows);
  for (let row = 0; row < rows; row++) result[row] = values[row] - from[row];
  return result;
}

function addTo(values: Float64Array, from: Float64Array, rows: number): void {
  for (let row = 0; row < rows; row++) values[row] += from[row];
}

/** Every column begins where eight bytes do. */
function padded(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}
