import { type AnyColumn, type Cube, type Frame, isList, isText } from '@weft/model';
import {
  type Data,
  Dictionary,
  Field,
  FixedSizeList,
  Float64,
  Int32,
  List,
  makeData,
  RecordBatch,
  Schema,
  Struct,
  Table,
  tableToIPC,
  Utf8,
  vectorFromArray,
} from 'apache-arrow';

/** Frames and cubes as the Arrow streams that the page expects. */
export function encodeFrame(frame: Frame): Uint8Array {
  return encodeColumns(Object.entries(frame.columns).map(([name, column]) => [name, columnData(column)]));
}

export function encodeCube({ times, sums, links }: Cube): Uint8Array {
  const type = new FixedSizeList(links, new Field('sum', new Float64(), false));
  const child = makeData({ type: new Float64(), data: sums });
  return encodeColumns([
    ['time', makeData({ type: new Float64(), data: times })],
    ['sums', makeData({ type, length: times.length, nullCount: 0, child })],
  ]);
}

function encodeColumns(columns: readonly (readonly [string, Data])[]): Uint8Array {
  const fields = columns.map(([name, data]) => new Field(name, data.type, data.nullCount > 0));
  const schema = new Schema(fields);
  const children = columns.map(([, data]) => data);
  const length = children[0]?.length ?? 0;
  const data = makeData({ type: new Struct(fields), length, nullCount: 0, children });
  return tableToIPC(new Table(schema, [new RecordBatch(schema, data)]), 'stream');
}

function columnData(column: AnyColumn): Data {
  if (isText(column)) {
    const texts = Array.from(column.codes, (code) => (code < 0 ? null : column.dictionary[code]));
    return vectorFromArray(texts, new Dictionary(new Utf8(), new Int32())).data[0];
  }
  if (isList(column)) {
    return makeData({
      type: new List(new Field('item', new Int32(), false)),
      length: column.offsets.length - 1,
      nullCount: 0,
      valueOffsets: column.offsets,
      child: makeData({ type: new Int32(), data: column.values }),
    });
  }
  return column instanceof Int32Array
    ? makeData({ type: new Int32(), data: column })
    : makeData({ type: new Float64(), data: column });
}
