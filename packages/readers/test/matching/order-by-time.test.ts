import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TimeOrder } from '../../src/matching/order-by-time.ts';

test('rows come out by time, then rank, then row', () => {
  const order = new TimeOrder();
  const time = fc.oneof(fc.integer({ min: -5, max: 5 }), fc.integer({ min: -(2 ** 50), max: 2 ** 50 }));
  const rows = fc.array(fc.record({ time, rank: fc.integer({ min: -1, max: 5000 }) }), { maxLength: 300 });
  fc.assert(
    fc.property(rows, (list) => {
      const times = Float64Array.from(list, (row) => row.time);
      const ranks = Int32Array.from(list, (row) => row.rank);
      const expected = list
        .map((_, row) => row)
        .sort((a, b) => times[a] - times[b] || ranks[a] - ranks[b] || a - b);
      expect([...order.sort(times, ranks, list.length)]).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});
