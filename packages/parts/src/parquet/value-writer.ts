import type { ByteSink } from './byte-sink.ts';
import { canPackDeltas, DeltaPacker, deltaPageEnd } from './delta-packing.ts';
import { DistinctValues } from './distinct-values.ts';
import { ENCODING } from './format.ts';
import { bitWidth } from './pack-bits.ts';
import { writeDictionaryPage } from './page.ts';
import { writeRleHybrid, writeRun } from './rle-hybrid.ts';
import {
  type NumberKind,
  numberRange,
  rangeBytes,
  textRange,
  type ValueRange,
  writePlain,
} from './value-range.ts';

/** A single distinct value needs none. */
export const NO_CODES = new Int32Array(0);

/** How the values of a column chunk go into its pages. */
export interface ValuePlan {
  readonly range: ValueRange;
  /** Where the page ends that starts with a value; all values are one page unless jumps part them. */
  pageEnd(from: number): number;
  /** Writes values [from, to) to a page and returns the encoding it took. */
  write(page: ByteSink, from: number, to: number): number;
}

/**
 * Few distinct values become a dictionary and codes. Else integers are packed as differences where
 * neighbours are near each other; what is left stays as it is.
 */
export class ValueWriter {
  private readonly distinct = new DistinctValues();
  private readonly deltas = new DeltaPacker();

  /** Texts have their dictionary already. */
  texts(out: ByteSink, texts: readonly string[], codes: Int32Array, count: number): ValuePlan {
    const bytes = texts.map((text) => Buffer.from(text));
    writeDictionaryPage(out, bytes.length, (sink) => {
      for (const text of bytes) {
        sink.int32(text.length);
        sink.raw(text);
      }
    });
    return codesPlan(codes, count, bytes.length, textRange(bytes));
  }

  /** One number, `count` times. */
  constant(out: ByteSink, kind: NumberKind, value: number, count: number): ValuePlan {
    writeDictionaryPage(out, 1, (sink) => writePlain(sink, kind, value));
    return codesPlan(NO_CODES, count, 1, rangeBytes(kind, [value, value]));
  }

  numbers(out: ByteSink, kind: NumberKind, values: Int32Array | Float64Array, count: number): ValuePlan {
    const distinct = this.distinct.find(values, count);
    if (distinct < 0) return this.plainPlan(kind, values, count);
    const dictionary = values.slice(0, distinct);
    for (let code = 0; code < distinct; code++) dictionary[code] = values[this.distinct.firstRows[code]];
    writeDictionaryPage(out, distinct, (sink) => {
      for (const value of dictionary) writePlain(sink, kind, value);
    });
    return codesPlan(
      this.distinct.codes,
      count,
      distinct,
      rangeBytes(kind, numberRange(dictionary, distinct)),
    );
  }

  private plainPlan(kind: NumberKind, values: Int32Array | Float64Array, count: number): ValuePlan {
    const range = numberRange(values, count);
    const packable = kind !== 'float64' && canPackDeltas(...range);
    return {
      range: rangeBytes(kind, range),
      pageEnd: (from) => (packable ? deltaPageEnd(values, from, count) : count),
      write: (page, from, to) => {
        const rows = values.subarray(from, to);
        if (packable && rows.length > 0 && this.packDeltas(page, rows)) return ENCODING.DELTA_BINARY_PACKED;
        if (kind === 'int64') page.int64s(rows as Float64Array);
        else page.raw(new Uint8Array(rows.buffer, rows.byteOffset, rows.byteLength));
        return ENCODING.PLAIN;
      },
    };
  }

  private packDeltas(page: ByteSink, values: Int32Array | Float64Array): boolean {
    const start = page.length;
    const { deltas } = this;
    const packed = values instanceof Int32Array ? deltas.int32(page, values) : deltas.int64(page, values);
    if (!packed) page.length = start;
    return packed;
  }
}

/** A width of 0 would do for a single value, but not every reader expects it. */
function codesPlan(codes: Int32Array, count: number, distinct: number, range: ValueRange): ValuePlan {
  const width = Math.max(1, bitWidth(distinct - 1));
  return {
    range,
    pageEnd: () => count,
    write: (page, from, to) => {
      page.byte(width);
      if (distinct === 1) writeRun(page, 0, to - from, width);
      else writeRleHybrid(page, codes, from, to, width);
      return ENCODING.RLE_DICTIONARY;
    },
  };
}
