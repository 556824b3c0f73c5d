import { Column as ArrowColumn, type Batch, type Table, Type, tableFromIPC } from '@uwdata/flechette';
import {
  type AnyColumn,
  type Cube,
  type Frame,
  type ListColumn,
  NONE,
  type TextColumn,
  WeftError,
} from '@weft/model';
import { badAnswer } from './bad-answer.ts';
import { checkArrow } from './check-arrow.ts';

type NumberArray = Int32Array | Float64Array;
type MakeArray<A> = new (length: number) => A;

/** Columns over the very bytes that came in, as long as the stream has one batch. */
export function frameFromArrow(bytes: Uint8Array): Frame {
  return readSafely(() => readFrame(readTable(bytes)));
}

/** Damaged streams make the reader of Arrow fail in ways of its own. */
function readSafely<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof WeftError ? error : badAnswer('its columns do not fit their lengths');
  }
}

function readFrame(table: Table): Frame {
  const columns = table.schema.fields.map(({ name }, i): [string, AnyColumn] => [
    name,
    readColumn(name, table.getChildAt(i)),
  ]);
  return { rows: table.numRows, columns: Object.fromEntries(columns) };
}

/** One row per time edge: `time` and the running sums of all links before it. */
export function cubeFromArrow(metric: string, bytes: Uint8Array): Cube {
  return readSafely(() => readCube(metric, readTable(bytes)));
}

function readCube(metric: string, table: Table): Cube {
  const [time, sums] = table.schema.fields;
  if (time?.name !== 'time' || sums?.type.typeId !== Type.FixedSizeList)
    throw badAnswer('this is not a cube');
  const links = sums.type.stride;
  const values = readNumbers(
    Float64Array,
    table.getChildAt(1).data.flatMap(({ children }) => children),
  );
  const times = readNumbers(Float64Array, table.getChildAt(0).data);
  return { metric, links, steps: Math.max(0, table.numRows - 1), times, sums: values };
}

function readTable(bytes: Uint8Array): Table {
  const table = parseTable(bytes);
  if (!table || table.schema.fields.length === 0) throw badAnswer('it is not an Arrow stream');
  // Every row takes a byte at least.
  if (!(table.numRows <= bytes.length)) throw badAnswer('it has fewer bytes than rows');
  return table;
}

function parseTable(bytes: Uint8Array): Table | null {
  checkArrow(bytes);
  try {
    return tableFromIPC(bytes);
  } catch {
    return null;
  }
}

function readColumn(name: string, { type, data }: ArrowColumn<unknown>): AnyColumn {
  switch (type.typeId) {
    case Type.Int:
      return readNumbers(Int32Array, data);
    case Type.Float:
      return readNumbers(Float64Array, data);
    case Type.Dictionary:
      return readTexts(data);
    case Type.List:
      return readList(data);
    default:
      throw badAnswer(`column ${name} has the Arrow type ${type.typeId}`);
  }
}

function readNumbers<A extends NumberArray>(make: MakeArray<A>, batches: readonly Batch<unknown>[]): A {
  return joinNumbers(
    make,
    batches.map((batch) => {
      const { values, length, nullCount } = batch;
      if (!(values instanceof make)) throw badAnswer('it has numbers of an unknown size');
      if (values.length < length) throw badAnswer('a column is shorter than its rows');
      return nullCount === 0 ? values : withNone(make, values.subarray(0, length), batch);
    }),
  );
}

function joinNumbers<A extends NumberArray>(make: MakeArray<A>, parts: readonly A[]): A {
  if (parts.length === 1) return parts[0];
  const joined = new make(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** A copy with NONE where the batch has null. */
function withNone<A extends NumberArray>(
  make: MakeArray<A>,
  values: ArrayLike<number>,
  batch: Batch<unknown>,
): A {
  const copy = new make(batch.length);
  copy.set(values);
  if (batch.nullCount > 0)
    for (let row = 0; row < batch.length; row++) if (!batch.isValid(row)) copy[row] = NONE;
  return copy;
}

function readTexts(batches: readonly Batch<unknown>[]): TextColumn {
  const codes = joinNumbers(Int32Array, batches.map(codesOf));
  const dictionary = dictionaryOf(batches.at(-1));
  for (let row = 0; row < codes.length; row++)
    if (codes[row] >= dictionary.length || codes[row] < NONE) throw badAnswer('a text has no such code');
  return { codes, dictionary };
}

function codesOf(batch: Batch<unknown>): Int32Array {
  const { values, length, nullCount } = batch;
  if (!(values instanceof Int8Array || values instanceof Int32Array))
    throw badAnswer('it has codes of an unknown size');
  if (values.length < length) throw badAnswer('a column is shorter than its rows');
  const own = values.subarray(0, length);
  if (own instanceof Int32Array && nullCount === 0) return own;
  return withNone(Int32Array, own, batch);
}

function dictionaryOf(batch: Batch<unknown> | undefined): readonly string[] {
  if (!batch || !('dictionary' in batch) || !(batch.dictionary instanceof ArrowColumn)) return [];
  return batch.dictionary.data.flatMap(textsOf);
}

/** Decoded at once and cut, where every character is one byte; one by one elsewhere. */
function textsOf({ values, offsets, length }: Batch<unknown>): string[] {
  if (!(values instanceof Uint8Array && offsets instanceof Int32Array))
    throw badAnswer('it has texts of an unknown kind');
  checkOffsets(offsets, length, values.length);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const first = offsets[0];
  const all = decoder.decode(values.subarray(first, offsets[length]));
  const plain = all.length === offsets[length] - first;
  return Array.from({ length }, (_, i) => {
    const [from, to] = [offsets[i], offsets[i + 1]];
    return plain ? all.slice(from - first, to - first) : decoder.decode(values.subarray(from, to));
  });
}

function readList(batches: readonly Batch<unknown>[]): ListColumn {
  const parts = batches.map(listOf);
  if (parts.length === 1 && parts[0].offsets[0] === 0) return parts[0];
  const rows = parts.reduce((sum, { offsets }) => sum + offsets.length - 1, 0);
  const offsets = new Int32Array(rows + 1);
  let row = 0;
  for (const part of parts) {
    const shift = offsets[row] - part.offsets[0];
    for (let i = 1; i < part.offsets.length; i++) offsets[++row] = part.offsets[i] + shift;
  }
  const values = parts.map((part) => part.values.subarray(part.offsets[0]));
  return { offsets, values: joinNumbers(Int32Array, values) };
}

/** The lists of one batch; its values end with the last list. */
function listOf({ offsets, length, children }: Batch<unknown>): ListColumn {
  if (!(offsets instanceof Int32Array)) throw badAnswer('it has lists of an unknown kind');
  const values = readNumbers(Int32Array, children);
  checkOffsets(offsets, length, values.length);
  return { offsets: offsets.subarray(0, length + 1), values: values.subarray(0, offsets[length]) };
}

/** Each piece ends where the next begins, and the last where there is something. */
function checkOffsets(offsets: Int32Array, length: number, most: number): void {
  let sound = offsets.length > length && offsets[0] >= 0 && offsets[length] <= most;
  for (let at = 0; at < length && sound; at++) sound = offsets[at] <= offsets[at + 1];
  if (!sound) throw badAnswer('its lists or texts do not follow one another');
}
