import type { ColumnKind, ColumnSchema, ListColumn } from '@weft/model';
import { ByteSink } from './byte-sink.ts';
import { canPackDeltas, DeltaPacker } from './delta-packing.ts';
import { DistinctValues } from './distinct-values.ts';
import { isNullable } from './footer.ts';
import { type ChunkFacts, ENCODING } from './format.ts';
import { LevelWriter, type Present } from './levels.ts';
import { bitWidth } from './pack-bits.ts';
import { writeDataPage, writeDictionaryPage } from './page.ts';
import { writeRleHybrid } from './rle-hybrid.ts';
import {
  doubleRange,
  intRange,
  type NumberKind,
  rangeBytes,
  textRange,
  type ValueRange,
  writePlain,
} from './value-range.ts';

/** Codes into distinct texts; the arrays may be longer than the rows in use. */
export interface CodedTexts {
  readonly codes: Int32Array;
  readonly texts: readonly string[];
}

export type ChunkData = Int32Array | Float64Array | CodedTexts | ListColumn;

interface Encoded {
  readonly encoding: number;
  readonly range: ValueRange;
}

/**
 * Writes columns of a row group, each as one data page, after a dictionary page where few distinct
 * values make one pay. Else integers are packed as differences and doubles stay as they are.
 */
export class ChunkEncoder {
  private readonly body = new ByteSink();
  private readonly levels = new LevelWriter();
  private readonly distinct = new DistinctValues();
  private readonly deltas = new DeltaPacker();

  encode(out: ByteSink, schema: ColumnSchema, data: ChunkData, rows: number): ChunkFacts {
    const start = out.length;
    this.body.clear();
    const present = this.writeLevels(schema, data, rows);
    const { encoding, range } = this.writeValues(out, schema.kind, data, present);
    const dataPage = out.length;
    writeDataPage(out, this.body.bytes(), present.entries, encoding);
    return {
      encodings:
        encoding === ENCODING.PLAIN
          ? [ENCODING.PLAIN, ENCODING.RLE]
          : [ENCODING.PLAIN, ENCODING.RLE, encoding],
      values: present.entries,
      start,
      dataPage,
      bytes: out.length - start,
      statistics: { nulls: present.entries - present.count, range },
    };
  }

  private writeLevels(
    schema: ColumnSchema,
    data: ChunkData,
    rows: number,
  ): Present<Int32Array | Float64Array> {
    if ('offsets' in data) return this.levels.list(this.body, data, rows);
    const column = 'codes' in data ? data.codes : data;
    if (!isNullable(schema)) return { values: column, count: rows, entries: rows };
    return this.levels.nullable(this.body, column, rows);
  }

  private writeValues(
    out: ByteSink,
    kind: ColumnKind,
    data: ChunkData,
    { values, count }: Present<Int32Array | Float64Array>,
  ): Encoded {
    if (count === 0) return { encoding: ENCODING.PLAIN, range: null };
    if ('texts' in data) return this.writeTexts(out, data.texts, values as Int32Array, count);
    return this.writeNumbers(out, kind === 'int32[]' ? 'int32' : (kind as NumberKind), values, count);
  }

  private writeTexts(out: ByteSink, texts: readonly string[], codes: Int32Array, count: number): Encoded {
    const bytes = texts.map((text) => Buffer.from(text));
    writeDictionaryPage(out, bytes.length, (sink) => {
      for (const text of bytes) {
        sink.int32(text.length);
        sink.raw(text);
      }
    });
    this.writeCodes(codes, count, bytes.length);
    return { encoding: ENCODING.RLE_DICTIONARY, range: textRange(bytes) };
  }

  private writeNumbers(
    out: ByteSink,
    kind: NumberKind,
    values: Int32Array | Float64Array,
    count: number,
  ): Encoded {
    const distinct = this.distinct.find(values, count);
    if (distinct >= 0) {
      const dictionary = values.slice(0, distinct).map((_, code) => values[this.distinct.firstRows[code]]);
      writeDictionaryPage(out, distinct, (sink) => {
        for (const value of dictionary) writePlain(sink, kind, value);
      });
      this.writeCodes(this.distinct.codes, count, distinct);
      return { encoding: ENCODING.RLE_DICTIONARY, range: rangeBytes(kind, rangeOf(dictionary, distinct)) };
    }
    const range = rangeOf(values, count);
    const packed = kind !== 'float64' && canPackDeltas(...range);
    if (!packed) this.writePlainNumbers(kind, values, count);
    else if (values instanceof Int32Array) this.deltas.int32(this.body, values, count);
    else this.deltas.int64(this.body, values, count);
    return {
      encoding: packed ? ENCODING.DELTA_BINARY_PACKED : ENCODING.PLAIN,
      range: rangeBytes(kind, range),
    };
  }

  private writePlainNumbers(kind: NumberKind, values: Int32Array | Float64Array, count: number): void {
    if (kind === 'int64') for (let row = 0; row < count; row++) this.body.int64(values[row]);
    else this.body.raw(new Uint8Array(values.buffer, values.byteOffset, count * values.BYTES_PER_ELEMENT));
  }

  /** A width of 0 would do for one text, but not every reader expects it. */
  private writeCodes(codes: Int32Array, count: number, distinct: number): void {
    const width = Math.max(1, bitWidth(distinct - 1));
    this.body.byte(width);
    writeRleHybrid(this.body, codes, count, width);
  }
}

function rangeOf(values: Int32Array | Float64Array, count: number): [number, number] {
  return values instanceof Int32Array ? intRange(values, count) : doubleRange(values, count);
}
