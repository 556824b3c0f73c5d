import type { AnyColumn, Cube, Frame } from '@weft/model';
import { NONE, WeftError } from '@weft/model';
import { type Data, DataType, type Table, tableFromIPC, type Vector } from 'apache-arrow';

/** Columns over the very bytes that came in, as long as the stream has one batch. */
export function frameFromArrow(bytes: Uint8Array): Frame {
  const table = readTable(bytes);
  const columns: Record<string, AnyColumn> = {};
  for (const field of table.schema.fields) {
    columns[field.name] = columnFromVector(field.name, table.getChild(field.name)!);
  }
  return { rows: table.numRows, columns };
}

/** One row per time edge: `time` and the running sums of all links before it. */
export function cubeFromArrow(metric: string, bytes: Uint8Array): Cube {
  const table = readTable(bytes);
  const time = table.getChild('time');
  const sums = table.getChild('sums');
  if (!time || !sums || !DataType.isFixedSizeList(sums.type)) throw badAnswer('this is not a cube');
  const links = sums.type.listSize;
  const values = joinNumbers(
    Float64Array,
    sums.data.map((part) => part.children[0].values.subarray(0, part.length * links)),
  );
  return {
    metric,
    links,
    steps: Math.max(0, table.numRows - 1),
    times: columnFromVector('time', time) as Float64Array,
    sums: values,
  };
}

function readTable(bytes: Uint8Array): Table {
  const table = parseTable(bytes);
  if (!table || table.schema.fields.length === 0) throw badAnswer('it is not an Arrow stream');
  return table;
}

function parseTable(bytes: Uint8Array): Table | null {
  try {
    return tableFromIPC(bytes);
  } catch {
    return null;
  }
}

function columnFromVector(name: string, vector: Vector): AnyColumn {
  const { type } = vector;
  const parts = vector.data as Data[];
  if (DataType.isInt(type) && type.bitWidth === 32)
    return joinNumbers(Int32Array, parts.map(valuesOf<Int32Array>));
  if (DataType.isFloat(type) && type.precision === 2)
    return joinNumbers(Float64Array, parts.map(valuesOf<Float64Array>));
  if (DataType.isDictionary(type)) return textFromParts(parts);
  if (DataType.isList(type)) return listFromParts(parts);
  throw badAnswer(`column ${name} has type ${type}`);
}

function valuesOf<A extends Int32Array | Float64Array>(part: Data): A {
  const values = part.values.subarray(0, part.length) as A;
  if (part.nullCount === 0) return values;
  const marked = values.slice() as A;
  for (let row = 0; row < part.length; row++) if (!part.getValid(row)) marked[row] = NONE;
  return marked;
}

function joinNumbers<A extends Int32Array | Float64Array>(
  make: new (length: number) => A,
  parts: readonly ArrayLike<number>[],
): A {
  if (parts.length === 1) return parts[0] as unknown as A;
  const joined = new make(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

function textFromParts(parts: readonly Data[]): AnyColumn {
  return {
    codes: joinNumbers(Int32Array, parts.map(codesOf)),
    dictionary: (parts.at(-1)?.dictionary?.data ?? []).flatMap(textsOf),
  };
}

/** Decoded at once and cut, where every character is one byte; one by one elsewhere. */
function textsOf({ values, valueOffsets, length }: Data): string[] {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const first = valueOffsets[0];
  const all = decoder.decode(values.subarray(first, valueOffsets[length]));
  const plain = all.length === valueOffsets[length] - first;
  return Array.from({ length }, (_, i) => {
    const [from, to] = [valueOffsets[i], valueOffsets[i + 1]];
    return plain ? all.slice(from - first, to - first) : decoder.decode(values.subarray(from, to));
  });
}

function codesOf(part: Data): Int32Array {
  if (part.values instanceof Int32Array) return valuesOf(part);
  const codes = new Int32Array(part.values.subarray(0, part.length) as ArrayLike<number>);
  if (part.nullCount === 0) return codes;
  for (let row = 0; row < part.length; row++) if (!part.getValid(row)) codes[row] = NONE;
  return codes;
}

function listFromParts(parts: readonly Data[]): AnyColumn {
  if (parts.length === 1 && parts[0].valueOffsets[0] === 0) {
    const [part] = parts;
    const offsets = part.valueOffsets.subarray(0, part.length + 1);
    return { offsets, values: part.children[0].values.subarray(0, offsets[part.length]) };
  }
  const rows = parts.reduce((sum, part) => sum + part.length, 0);
  const offsets = new Int32Array(rows + 1);
  let row = 0;
  for (const { length, valueOffsets } of parts) {
    const shift = offsets[row] - valueOffsets[0];
    for (let i = 1; i <= length; i++) offsets[++row] = valueOffsets[i] + shift;
  }
  const values = parts.map(({ length, valueOffsets, children }) =>
    children[0].values.subarray(valueOffsets[0], valueOffsets[length]),
  );
  return { offsets, values: joinNumbers(Int32Array, values) };
}

function badAnswer(why: string): WeftError {
  return new WeftError({
    code: 'BAD-ANSWER',
    message: `the server's answer cannot be read: ${why}`,
    advice: 'Page and server may be of different versions: restart the server and reload.',
  });
}
