import { type AnyColumn, type Cube, type Frame, isList, isText } from '@weft/model';
import {
  type Data,
  Dictionary,
  Field,
  FixedSizeList,
  Float64,
  Int8,
  Int32,
  List,
  makeData,
  RecordBatch,
  Schema,
  Struct,
  Table,
  tableToIPC,
  Utf8,
  Vector,
} from 'apache-arrow';

export const ARROW_TYPE = 'application/vnd.apache.arrow.stream';

/** Columns as an Arrow IPC stream: numbers are handed over as they lie in memory. */
export function frameToArrow(frame: Frame): Uint8Array {
  const columns = Object.entries(frame.columns).map(([name, column]) => [name, columnData(column)] as const);
  return encode(columns, frame.rows);
}

/** One row per time edge: `time` and the running sums of every link before it. */
export function cubeToArrow(cube: Cube): Uint8Array {
  const values = makeData({ type: new Float64(), data: cube.sums });
  const type = new FixedSizeList(cube.links, new Field('sum', new Float64(), false));
  const rows = cube.times.length;
  return encode(
    [
      ['time', makeData({ type: new Float64(), data: cube.times })],
      ['sums', makeData({ type, length: rows, nullCount: 0, child: values })],
    ],
    rows,
  );
}

function encode(columns: readonly (readonly [string, Data])[], rows: number): Uint8Array {
  const fields = columns.map(([name, data]) => new Field(name, data.type, data.nullCount > 0));
  const children = columns.map(([, data]) => data);
  const data = makeData({ type: new Struct(fields), length: rows, nullCount: 0, children });
  const schema = new Schema(fields);
  return tableToIPC(new Table(schema, [new RecordBatch(schema, data)]), 'stream');
}

function columnData(column: AnyColumn): Data {
  if (isText(column)) return textData(column.codes, column.dictionary);
  if (isList(column)) {
    const child = makeData({ type: new Int32(), data: column.values });
    return makeData({
      type: new List(new Field('item', new Int32(), false)),
      length: column.offsets.length - 1,
      nullCount: 0,
      valueOffsets: column.offsets,
      child,
    });
  }
  return column instanceof Int32Array
    ? makeData({ type: new Int32(), data: column })
    : makeData({ type: new Float64(), data: column });
}

function textData(codes: Int32Array, dictionary: readonly string[]): Data {
  const { bitmap, nullCount } = validity(codes);
  const known = nullCount > 0 ? codes.map((code) => Math.max(code, 0)) : codes;
  const few = dictionary.length <= 128;
  return makeData({
    type: new Dictionary(new Utf8(), few ? new Int8() : new Int32()),
    length: codes.length,
    nullCount,
    nullBitmap: nullCount > 0 ? bitmap : null,
    data: few ? new Int8Array(known) : known,
    dictionary: new Vector([textsData(dictionary.length > 0 ? dictionary : [''])]),
  });
}

function textsData(texts: readonly string[]): Data<Utf8> {
  const valueOffsets = new Int32Array(texts.length + 1);
  // A UTF-16 unit takes at most three bytes.
  const bytes = new Uint8Array(3 * texts.reduce((sum, text) => sum + text.length, 0));
  const encoder = new TextEncoder();
  texts.forEach((text, i) => {
    const start = valueOffsets[i];
    valueOffsets[i + 1] = start + encoder.encodeInto(text, bytes.subarray(start)).written;
  });
  const data = bytes.slice(0, valueOffsets[texts.length]);
  return makeData({ type: new Utf8(), length: texts.length, nullCount: 0, valueOffsets, data });
}

function validity(codes: Int32Array): { bitmap: Uint8Array; nullCount: number } {
  const bitmap = new Uint8Array(Math.ceil(codes.length / 64) * 8);
  let nullCount = 0;
  for (let row = 0; row < codes.length; row++) {
    if (codes[row] < 0) nullCount++;
    else bitmap[row >> 3] |= 1 << (row & 7);
  }
  return { bitmap, nullCount };
}
