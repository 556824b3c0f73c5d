import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Batch,
  batchFromRows,
  checkBatch,
  counters,
  jobs,
  rowsFromBatch,
  sliceColumn,
  textColumn,
  valueAt,
  vertices,
} from '../src/index.ts';

const vertexRow = fc.record({
  id: fc.nat(),
  kind: fc.constantFrom('host', 'switch'),
  name: fc.option(fc.string()),
  guid: fc.option(fc.string()),
  level: fc.integer({ min: -1, max: 5 }),
  pod: fc.integer({ min: -1, max: 5 }),
  bundle: fc.integer({ min: -1, max: 5 }),
  coord: fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 6 }),
});

describe('batches', () => {
  it('hold rows as columns and give them back', () => {
    fc.assert(
      fc.property(fc.array(vertexRow), (rows) => {
        const batch = batchFromRows(vertices, rows);
        checkBatch(vertices, batch);
        expect(rowsFromBatch(vertices, batch)).toEqual(rows);
      }),
    );
  });

  it('slice like arrays of rows', () => {
    fc.assert(
      fc.property(fc.array(vertexRow, { minLength: 1 }), fc.nat(), fc.nat(), (rows, a, b) => {
        const [from, to] = [a % (rows.length + 1), b % (rows.length + 1)].sort((x, y) => x - y);
        const { columns } = batchFromRows(vertices, rows);
        for (const name of ['name', 'coord', 'level'] as const) {
          const sliced = sliceColumn(columns[name], from, to);
          const values = Array.from({ length: to - from }, (_, row) => valueAt(sliced, row));
          expect(values).toEqual(rows.slice(from, to).map((row) => row[name]));
        }
      }),
    );
  });

  it('hold bytes beyond 2^32 and times exactly', () => {
    const batch = batchFromRows(jobs, [
      { id: 0, name: 'a', user: null, state: null, start: 2 ** 52 + 1, end: 2 ** 53 - 1 },
    ]);
    checkBatch(jobs, batch);
    expect(batch.columns.start[0]).toBe(4503599627370497);
  });
});

describe('checkBatch says what is wrong', () => {
  const good = batchFromRows(counters, [{ time: 1, link: 2, metric: 'data', value: 0.5 }]);
  const broken = (columns: object): Batch => ({ rows: 1, columns: { ...good.columns, ...columns } as never });

  it.each([
    [broken({ time: new Float64Array([0.5]) }), 'column counters.time row 0 holds 0.5, not an exact integer'],
    [
      broken({ time: new Float64Array([2 ** 53]) }),
      'column counters.time row 0 holds 9007199254740992, not an exact integer',
    ],
    [broken({ link: new Float64Array(1) }), 'column counters.link must be an Int32Array'],
    [broken({ metric: textColumn(['a', 'b']) }), 'column counters.metric has 2 values for 1 rows'],
    [broken({ value: undefined }), 'column counters.value is missing'],
    [broken({ extra: new Int32Array(1) }), 'column counters.extra is not a column of this table'],
  ])('%#', (batch, message) => {
    expect(() => checkBatch(counters, batch)).toThrow(message);
  });
});
