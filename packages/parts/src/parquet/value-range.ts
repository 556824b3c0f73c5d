import { ByteSink } from './byte-sink.ts';
import type { Statistics } from './format.ts';

export type ValueRange = Statistics['range'];
export type NumberKind = 'int32' | 'int64' | 'float64';

/** Longer texts are not worth their place in the footer. */
const LONGEST_TEXT = 64;

/** NaN where any value is. */
export function numberRange(values: Int32Array | Float64Array, count: number): [number, number] {
  return values instanceof Int32Array ? intRange(values, count) : doubleRange(values, count);
}

function intRange(values: Int32Array, count: number): [number, number] {
  let min = values[0];
  let max = min;
  for (let row = 1; row < count; row++) {
    const value = values[row];
    if (value < min) min = value;
    else if (value > max) max = value;
  }
  return [min, max];
}

function doubleRange(values: Float64Array, count: number): [number, number] {
  let min = values[0];
  let max = min;
  for (let row = 0; row < count; row++) {
    const value = values[row];
    if (value < min) min = value;
    else if (!(value <= max)) {
      if (Number.isNaN(value)) return [Number.NaN, Number.NaN];
      max = value;
    }
  }
  return [min, max];
}

export function rangeBytes(kind: NumberKind, [min, max]: [number, number]): ValueRange {
  if (Number.isNaN(min)) return null;
  // The format wants -0 below and +0 above, since the two are equal.
  if (kind === 'float64') return { min: plain(kind, min === 0 ? -0 : min), max: plain(kind, max + 0) };
  return { min: plain(kind, min), max: plain(kind, max) };
}

export function textRange(texts: readonly Uint8Array[]): ValueRange {
  let [min, max] = [texts[0], texts[0]];
  for (const text of texts) {
    if (Buffer.compare(text, min) < 0) min = text;
    if (Buffer.compare(text, max) > 0) max = text;
  }
  return min.length > LONGEST_TEXT || max.length > LONGEST_TEXT ? null : { min, max };
}

function plain(kind: NumberKind, value: number): Uint8Array {
  const sink = new ByteSink();
  writePlain(sink, kind, value);
  return sink.bytes();
}

export function writePlain(sink: ByteSink, kind: NumberKind, value: number): void {
  if (kind === 'int32') sink.int32(value);
  else if (kind === 'int64') sink.int64(value);
  else sink.float64(value);
}
