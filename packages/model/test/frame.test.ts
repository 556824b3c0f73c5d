import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  batchFromRows,
  columnsOnly,
  defineTable,
  frameWith,
  joinFrames,
  queryColumns,
  queryTable,
  rowsFromBatch,
  takeRows,
} from '../src/index.ts';

const sample = defineTable('sample', 'One column of each kind.', {
  id: { kind: 'int32', doc: 'number' },
  time: { kind: 'int64', unit: 'ns', doc: 'time' },
  share: { kind: 'float64', doc: 'share' },
  name: { kind: 'text', optional: true, doc: 'name' },
  coord: { kind: 'int32[]', doc: 'list' },
});

const sampleRow = fc.record({
  id: fc.nat(),
  time: fc.nat(),
  share: fc.float({ noNaN: true }),
  name: fc.option(fc.constantFrom('a', 'b', 'c')),
  coord: fc.array(fc.nat(9), { maxLength: 3 }),
});

describe('rows of a frame', () => {
  it('are taken in any order, lists included', () => {
    fc.assert(
      fc.property(fc.array(sampleRow, { minLength: 1 }), fc.array(fc.nat()), (rows, picks) => {
        const chosen = picks.map((pick) => pick % rows.length);
        const taken = takeRows(batchFromRows(sample, rows), Int32Array.from(chosen));
        expect(rowsFromBatch(sample, taken)).toEqual(chosen.map((row) => rows[row]));
      }),
    );
  });

  it('are joined one frame after the other', () => {
    fc.assert(
      fc.property(fc.array(sampleRow), fc.array(sampleRow), (first, second) => {
        const joined = joinFrames(batchFromRows(sample, first), batchFromRows(sample, second));
        expect(rowsFromBatch(sample, joined)).toEqual([...first, ...second]);
      }),
    );
  });
});

describe('a frame of unknown shape', () => {
  const { rows, columns } = batchFromRows(sample, [{ id: 1, time: 2, share: 3, name: 'a', coord: [4] }]);
  const { coord, ...few } = columns;

  it('is a batch where names, kinds and lengths fit', () => {
    expect(frameWith(sample, { rows, columns }).columns.time[0]).toBe(2);
  });

  it.each([
    ['column coord is missing', { rows, columns: few }],
    ['column tag is not declared', { rows, columns: { ...columns, tag: columns.id } }],
    ['column time must be a Float64Array', { rows, columns: { ...columns, time: columns.id } }],
    ['column name must be a text column', { rows, columns: { ...columns, name: columns.id } }],
    ['column id has 1 values for 2 rows', { rows: 2, columns }],
  ])('is refused: %s', (fault, frame) => {
    expect(() => frameWith(sample, frame)).toThrow(`sample: ${fault}`);
  });

  it('loses the columns that are not declared when that is asked for', () => {
    const more = { rows, columns: { ...columns, tag: columns.id } };
    expect(Object.keys(columnsOnly(sample, more).columns)).toEqual(Object.keys(sample.columns));
  });
});

describe('queries of columns', () => {
  it('name the table and the columns they read', () => {
    expect(queryColumns('spans', ['rank', 'enter'], { orderBy: ['rank'] })).toEqual({
      table: 'spans',
      columns: ['rank', 'enter'],
      orderBy: ['rank'],
    });
    expect(queryTable('ranks').columns).toEqual(['job', 'rank', 'host', 'socket', 'core', 'cpu']);
  });
});
