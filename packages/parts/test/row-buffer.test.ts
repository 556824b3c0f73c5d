import { type Batch, batchFromRows, counters, NONE, rowsFromBatch } from '@weft/model';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RowBuffer } from '../src/row-buffer.ts';

/** Few different numbers, so that columns stay the same for some batches and then change. */
const number = fc.constantFrom(0, 1, NONE);
const row = fc.record({
  time: number,
  link: number,
  metric: fc.constantFrom('data', 'data', 'wait'),
  value: fc.constantFrom(0, -0, 0.5),
});

it('batches come out as they went in, whether their columns change or not, and again after clearing', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(row, { maxLength: 6 }), { maxLength: 6 }),
      fc.nat(6),
      (batches, cleared) => {
        const buffer = new RowBuffer(counters, 2);
        batches.forEach((rows, number) => {
          if (number === cleared) buffer.clear();
          const batch: Batch = batchFromRows(counters, rows);
          buffer.append(batch, 0, rows.length);
        });
        const left = cleared < batches.length ? batches.slice(cleared) : batches;
        expect(rowsFromBatch(counters, buffer.batch())).toEqual(left.flat());
      },
    ),
  );
});
