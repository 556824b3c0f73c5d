import { columnLength, isList, isText, listColumn, textColumn } from '@weft/model';
import { Table, tableFromArrays, tableToIPC } from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { encodeCube, encodeFrame } from '../../../test/browser/arrow-answer.ts';
import { cubeFromArrow, frameFromArrow } from '../src/api/arrow-frame.ts';

const frame = {
  rows: 3,
  columns: {
    id: Int32Array.of(1, 2, 3),
    time: Float64Array.of(0, 2 ** 52, 1e9),
    name: textColumn(['a', null, 'a']),
    coord: listColumn([[1, 2], [], [3]]),
  },
};

describe('frameFromArrow', () => {
  it('gives back every kind of column', () => {
    const read = frameFromArrow(encodeFrame(frame));
    expect(read.rows).toBe(3);
    expect(read.columns.id).toEqual(frame.columns.id);
    expect(read.columns.time).toEqual(frame.columns.time);
    expect(read.columns.coord).toEqual(frame.columns.coord);
    const { name } = read.columns;
    expect(isText(name) && Array.from(name.codes)).toEqual([0, -1, 0]);
    expect(isText(name) && name.dictionary[0]).toBe('a');
  });

  it('does not copy numbers of a single batch', () => {
    const bytes = encodeFrame(frame);
    expect((frameFromArrow(bytes).columns.time as Float64Array).buffer).toBe(bytes.buffer);
  });

  it('joins several batches', () => {
    const parts = [
      tableFromArrays({ id: Int32Array.of(1, 2), value: Float64Array.of(0.5, 1) }),
      tableFromArrays({ id: Int32Array.of(3), value: Float64Array.of(2) }),
    ];
    const table = new Table(parts.flatMap((part) => part.batches));
    const read = frameFromArrow(tableToIPC(table, 'stream'));
    expect(read.columns.id).toEqual(Int32Array.of(1, 2, 3));
    expect(read.columns.value).toEqual(Float64Array.of(0.5, 1, 2));
  });

  it('reads a table without rows', () => {
    const empty = { id: new Int32Array(0), name: textColumn([]), coord: listColumn([]) };
    const read = frameFromArrow(encodeFrame({ rows: 0, columns: empty }));
    expect(read.rows).toBe(0);
    for (const column of Object.values(read.columns)) expect(columnLength(column)).toBe(0);
    expect(isList(read.columns.coord)).toBe(true);
  });

  it('says so when it is no Arrow stream', () => {
    expect(() => frameFromArrow(new TextEncoder().encode('<html>'))).toThrow(/cannot be read/);
  });
});

describe('cubeFromArrow', () => {
  it('gives back times and sums', () => {
    const cube = {
      metric: 'data',
      links: 2,
      steps: 2,
      times: Float64Array.of(0, 60e9, 120e9),
      sums: Float64Array.of(0, 0, 1, 2, 4, 8),
    };
    expect(cubeFromArrow('data', encodeCube(cube))).toEqual(cube);
  });

  it('refuses another table', () => {
    expect(() => cubeFromArrow('data', encodeFrame(frame))).toThrow(/not a cube/);
  });
});
