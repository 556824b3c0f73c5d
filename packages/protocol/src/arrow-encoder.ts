import {
  Batch,
  Column,
  type DataType,
  dictionary,
  field,
  fixedSizeList,
  float64,
  int8,
  int32,
  int64,
  list,
  tableFromColumns,
  tableToIPC,
  utf8,
} from '@uwdata/flechette';
import { type AnyColumn, type ColumnSchema, type Cube, type Frame, isList, isText, NONE } from '@weft/model';

const NO_NULLS = new Uint8Array(0);
/** Codes of a dictionary of at most this many texts are sent as one byte each. */
const MOST_TEXTS_OF_A_BYTE = 128;

/** Columns as an Arrow IPC stream. */
export function frameToArrow(frame: Frame): Uint8Array<ArrayBuffer> {
  return encode(frameColumns(frame));
}

/**
 * The same in parts: numbers are handed over as they lie in memory. With the schemas of its columns, integers of 64 bits and
 * values that are not there are sent as such, for other programs.
 */
export function frameToArrowParts(frame: Frame, schemas?: ColumnSchemas): Uint8Array<ArrayBuffer>[] {
  return encodeParts(frameColumns(frame, (name, column) => tableNumbers(column, schemas?.[name])));
}

/** The same of an answer to SQL: integers of 64 bits and NULL as such, for other programs. */
export function sqlToArrowParts(
  frame: Frame,
  numbers: Readonly<Record<string, SqlNumbers>>,
): Uint8Array<ArrayBuffer>[] {
  return encodeParts(
    frameColumns(frame, (name) => {
      const told = numbers[name];
      return told ? { kind: told.kind, isNull: (row) => told.nulls.has(row) } : null;
    }),
  );
}

type NumberKind = 'int32' | 'int64' | 'float64';
type Numbers = Int32Array | Float64Array;
type ColumnSchemas = Readonly<Record<string, ColumnSchema>>;

interface SqlNumbers {
  readonly kind: NumberKind;
  readonly nulls: ReadonlySet<number>;
}

/** What other programs are told of a column of numbers. */
interface NumberFacts {
  readonly kind: NumberKind;
  /** null = every row has a value. */
  readonly isNull: ((row: number) => boolean) | null;
}

/** null = the column goes as it lies in memory. */
type FactsOf = (name: string, column: Numbers) => NumberFacts | null;

function frameColumns(frame: Frame, factsOf: FactsOf = () => null): [string, Column<unknown>][] {
  return Object.entries(frame.columns).map(([name, column]) => [
    name,
    new Column([columnBatch(column, (numbers) => factsOf(name, numbers))]),
  ]);
}

/** Null where the plain form of a column tells its type and has all its values. */
function tableNumbers(column: Numbers, schema: ColumnSchema | undefined): NumberFacts | null {
  const { kind, optional } = schema ?? {};
  if (kind !== 'int64' && !((kind === 'int32' || kind === 'float64') && optional)) return null;
  return { kind, isNull: optional ? (row) => column[row] === NONE : null };
}

const numberTypes: Readonly<Record<NumberKind, () => DataType>> = { int32, int64, float64 };

function typedBatch(column: Numbers, { kind, isNull }: NumberFacts): Batch<unknown> {
  const { validity, nullCount } = validityOf(column.length, isNull ?? (() => false));
  return new Batch({
    type: numberTypes[kind](),
    length: column.length,
    nullCount,
    validity: nullCount > 0 ? validity : NO_NULLS,
    values: valuesOf(column, kind),
  });
}

/** Where SQL has NULL there is no number: whatever stands there is not read. */
function valuesOf(column: Numbers, kind: NumberKind): Numbers | BigInt64Array {
  if (kind === 'int64')
    return BigInt64Array.from(column, (value) => (Number.isNaN(value) ? 0n : BigInt(value)));
  return kind === 'int32' && column instanceof Float64Array ? Int32Array.from(column) : column;
}

/** One row per time edge: `time` and the running sums of every link before it. */
export function cubeToArrow(cube: Cube): Uint8Array<ArrayBuffer> {
  const sums = new Batch({
    type: fixedSizeList(field('sum', float64(), false), cube.links),
    length: cube.times.length,
    nullCount: 0,
    validity: NO_NULLS,
    children: [numberBatch(float64(), cube.sums)],
  });
  return encode([
    ['time', new Column([numberBatch(float64(), cube.times)])],
    ['sums', new Column([sums])],
  ]);
}

function encode(columns: [string, Column<unknown>][]): Uint8Array<ArrayBuffer> {
  // Without a sink of its own the encoder collects the bytes in one new buffer.
  return tableToIPC(tableFromColumns(columns), { format: 'stream' }) as Uint8Array<ArrayBuffer>;
}

function encodeParts(columns: [string, Column<unknown>][]): Uint8Array<ArrayBuffer>[] {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const sink = {
    write: (bytes: Uint8Array<ArrayBuffer>) => void parts.push(bytes),
    pad: (count: number) => void parts.push(new Uint8Array(count)),
    finish: () => null,
  };
  tableToIPC(tableFromColumns(columns), { format: 'stream', sink });
  return parts;
}

function columnBatch(column: AnyColumn, factsOf: (numbers: Numbers) => NumberFacts | null): Batch<unknown> {
  if (isText(column)) return textBatch(column.codes, column.dictionary);
  if (isList(column)) return listBatch(column.offsets, column.values);
  const facts = factsOf(column);
  if (facts) return typedBatch(column, facts);
  return column instanceof Int32Array ? numberBatch(int32(), column) : numberBatch(float64(), column);
}

function numberBatch(type: DataType, values: Int32Array | Float64Array): Batch<unknown> {
  return new Batch({ type, length: values.length, nullCount: 0, validity: NO_NULLS, values });
}

function listBatch(offsets: Int32Array, values: Int32Array): Batch<unknown> {
  return new Batch({
    type: list(field('item', int32(), false)),
    length: offsets.length - 1,
    nullCount: 0,
    validity: NO_NULLS,
    offsets,
    children: [numberBatch(int32(), values)],
  });
}

/** Codes below zero are none, and null in Arrow. */
function textBatch(codes: Int32Array, texts: readonly string[]): Batch<unknown> {
  const { validity, nullCount } = validityOf(codes.length, (row) => codes[row] === NONE);
  const known = nullCount > 0 ? codes.map((code) => Math.max(code, 0)) : codes;
  const few = texts.length <= MOST_TEXTS_OF_A_BYTE;
  const textType = utf8();
  const batch = new Batch({
    type: dictionary(textType, few ? int8() : int32()),
    length: codes.length,
    nullCount,
    validity: nullCount > 0 ? validity : NO_NULLS,
    values: few ? new Int8Array(known) : known,
  });
  return Object.assign(batch, { dictionary: new Column([textsBatch(textType, texts)]) });
}

function textsBatch(type: DataType, texts: readonly string[]): Batch<unknown> {
  const offsets = new Int32Array(texts.length + 1);
  // A UTF-16 unit takes at most three bytes.
  const bytes = new Uint8Array(3 * texts.reduce((sum, text) => sum + text.length, 0));
  const encoder = new TextEncoder();
  texts.forEach((text, i) => {
    const start = offsets[i];
    offsets[i + 1] = start + encoder.encodeInto(text, bytes.subarray(start)).written;
  });
  const values = bytes.subarray(0, offsets[texts.length]);
  return new Batch({ type, length: texts.length, nullCount: 0, validity: NO_NULLS, offsets, values });
}

function validityOf(
  length: number,
  isNull: (row: number) => boolean,
): { validity: Uint8Array; nullCount: number } {
  const validity = new Uint8Array(Math.ceil(length / 64) * 8);
  let nullCount = 0;
  for (let row = 0; row < length; row++) {
    if (isNull(row)) nullCount++;
    else validity[row >> 3] |= 1 << (row & 7);
  }
  return { validity, nullCount };
}
