import {
  columnLength,
  type Frame,
  isList,
  isText,
  listColumn,
  textAt,
  textColumn,
  WeftError,
} from '@weft/model';
import { Table, tableFromArrays, tableFromIPC, tableToIPC } from 'apache-arrow';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cubeFromArrow, cubeToArrow, frameFromArrow, frameToArrow } from '../src/index.ts';

const frame = {
  rows: 3,
  columns: {
    id: Int32Array.of(1, 2, 3),
    time: Float64Array.of(0, 2 ** 52, 1e9),
    name: textColumn(['a', null, 'a']),
    coord: listColumn([[1, 2], [], [3]]),
  },
};

const cube = {
  metric: 'data',
  links: 2,
  steps: 2,
  times: Float64Array.of(0, 60e9, 120e9),
  sums: Float64Array.of(0, 0, 1, 2, 4, 8),
};

interface Row {
  readonly id: number;
  readonly value: number;
  readonly name: string | null;
  readonly list: readonly number[];
}

const int32 = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const rows: fc.Arbitrary<Row[]> = fc.array(
  fc.record({
    id: int32,
    value: fc.double({ noNaN: true }),
    name: fc.option(fc.string({ unit: 'grapheme', maxLength: 4 })),
    list: fc.array(int32, { maxLength: 3 }),
  }),
  { maxLength: 300 },
);

function frameOf(list: readonly Row[]): Frame {
  return {
    rows: list.length,
    columns: {
      id: Int32Array.from(list, ({ id }) => id),
      value: Float64Array.from(list, ({ value }) => value),
      name: textColumn(list.map(({ name }) => name)),
      list: listColumn(list.map((row) => [...row.list])),
    },
  };
}

/** The rows of a frame, one value at a time. */
function rowsOf({ rows: count, columns: { id, value, name, list } }: Frame): Row[] {
  if (!(id instanceof Int32Array && value instanceof Float64Array && isText(name) && isList(list)))
    throw new Error('columns changed their kind');
  return Array.from({ length: count }, (_, row) => ({
    id: id[row],
    value: value[row],
    name: textAt(name, row),
    list: [...list.values.subarray(list.offsets[row], list.offsets[row + 1])],
  }));
}

describe('a frame', () => {
  it('comes back from Arrow as it went in', () => {
    fc.assert(
      fc.property(rows, (list) => {
        expect(rowsOf(frameFromArrow(frameToArrow(frameOf(list))))).toEqual(list);
      }),
      { numRuns: 100 },
    );
  });

  it('is read by the reference implementation', () => {
    fc.assert(
      fc.property(rows, (list) => {
        const table = tableFromIPC(frameToArrow(frameOf(list)));
        expect(table.numRows).toBe(list.length);
        list.forEach((row, i) => {
          const read = table.get(i)!;
          expect({ ...row, list: Int32Array.from(row.list) }).toEqual({
            id: read.id,
            value: read.value,
            name: read.name,
            list: read.list.toArray(),
          });
        });
      }),
      { numRuns: 50 },
    );
  });

  it('is read from what the reference implementation writes, in any number of batches', () => {
    const numbers = fc.array(fc.record({ id: int32, value: fc.double({ noNaN: true }) }), { minLength: 1 });
    fc.assert(
      fc.property(fc.array(numbers, { minLength: 1, maxLength: 4 }), (parts) => {
        const tables = parts.map((part) =>
          tableFromArrays({
            id: Int32Array.from(part, ({ id }) => id),
            value: Float64Array.from(part, ({ value }) => value),
          }),
        );
        const all = new Table(tables.flatMap(({ batches }) => batches));
        const { columns } = frameFromArrow(tableToIPC(all, 'stream'));
        expect(columns.id).toEqual(Int32Array.from(parts.flat(), ({ id }) => id));
        expect(columns.value).toEqual(Float64Array.from(parts.flat(), ({ value }) => value));
      }),
      { numRuns: 50 },
    );
  });

  it('keeps numbers, codes and lists in the bytes of the answer', () => {
    const texts = textColumn(Array.from({ length: 300 }, (_, i) => `text ${i}`));
    const columns = {
      number: new Float64Array(300),
      texts,
      lists: listColumn(Array.from({ length: 300 }, () => [1])),
    };
    const bytes = frameToArrow({ rows: 300, columns });
    const { number, texts: readTexts, lists } = frameFromArrow(bytes).columns;
    expect(number instanceof Float64Array && number.buffer).toBe(bytes.buffer);
    expect(isText(readTexts) && readTexts.codes.buffer).toBe(bytes.buffer);
    expect(isList(lists) && lists.values.buffer).toBe(bytes.buffer);
    expect(isList(lists) && lists.offsets.buffer).toBe(bytes.buffer);
  });

  it('may have text that is none everywhere, and more texts than a byte counts', () => {
    const none = textColumn(new Array(5).fill(null));
    const many = textColumn(Array.from({ length: 200 }, (_, i) => (i === 7 ? null : `é${i}`)));
    const read = (column: typeof none, count: number) =>
      frameFromArrow(frameToArrow({ rows: count, columns: { column } })).columns.column;
    const [readNone, readMany] = [read(none, 5), read(many, 200)];
    expect(isText(readNone) && [0, 4].map((row) => textAt(readNone, row))).toEqual([null, null]);
    expect(isText(readMany) && [6, 7, 199].map((row) => textAt(readMany, row))).toEqual(['é6', null, 'é199']);
  });

  it('may have no rows', () => {
    const columns = { id: new Int32Array(0), name: textColumn([]), coord: listColumn([]) };
    const read = frameFromArrow(frameToArrow({ rows: 0, columns }));
    expect(read.rows).toBe(0);
    for (const column of Object.values(read.columns)) expect(columnLength(column)).toBe(0);
    expect(isText(read.columns.name) && isList(read.columns.coord)).toBe(true);
    expect(tableFromIPC(frameToArrow({ rows: 0, columns })).numCols).toBe(3);
  });

  it('of another type, or no Arrow stream at all, is refused', () => {
    expect(() => frameFromArrow(new TextEncoder().encode('<html>'))).toThrow(/cannot be read/);
    const words = tableToIPC(tableFromArrays({ id: BigInt64Array.of(1n) }), 'stream');
    expect(() => frameFromArrow(words)).toThrow(/cannot be read/);
  });
});

describe('a damaged stream', () => {
  const bytes = frameToArrow(frame);
  const view = (copy: Uint8Array) => new DataView(copy.buffer, copy.byteOffset, copy.byteLength);

  it.each([
    ['a length below zero', 4, -8],
    ['a length beyond the end', 4, 2 ** 30],
    ['the table of its first message elsewhere', 8, 2 ** 30],
  ])('with %s is refused', (_, at, value) => {
    const copy = bytes.slice();
    view(copy).setInt32(at, value, true);
    expect(() => frameFromArrow(copy)).toThrow(/cannot be read/);
  });

  it('gives data or is refused, whichever four bytes of it are the largest or smallest number', () => {
    for (const value of [-1, 2 ** 31 - 1, -(2 ** 31)]) {
      for (let at = 0; at + 4 <= bytes.length; at += 4) {
        const copy = bytes.slice();
        view(copy).setInt32(at, value, true);
        expect(readOrRefuse(copy), `at ${at}`).toMatch(/^(read|BAD-ANSWER)$/);
      }
    }
  });
});

function readOrRefuse(bytes: Uint8Array): string {
  try {
    frameFromArrow(bytes);
    return 'read';
  } catch (error) {
    return error instanceof WeftError ? error.code : String(error);
  }
}

describe('a cube', () => {
  it('comes back from Arrow as it went in, in the bytes of the answer', () => {
    const bytes = cubeToArrow(cube);
    const read = cubeFromArrow('data', bytes);
    expect(read).toEqual(cube);
    expect(read.sums.buffer).toBe(bytes.buffer);
  });

  it('is read by the reference implementation, one row per time edge', () => {
    const table = tableFromIPC(cubeToArrow(cube));
    expect([...table.getChild('time')!]).toEqual([...cube.times]);
    expect([...table.getChild('sums')!.get(2)]).toEqual([4, 8]);
  });

  it('is told from another table', () => {
    expect(() => cubeFromArrow('data', frameToArrow(frame))).toThrow(/not a cube/);
  });
});
