import { textColumn } from '@weft/model';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RankGraphBuilder } from '../src/index.ts';

const CALLS = ['MPI_Send', 'MPI_Isend', 'MPI_Bcast', 'MPI_Allreduce'];
const rank = fc.integer({ min: -1, max: 6 });
const messages = fc.array(
  fc.record({
    src: rank,
    dst: rank,
    call: fc.constantFrom(...CALLS),
    bytes: fc.integer({ min: 0, max: 99 }),
    count: fc.integer({ min: 1, max: 3 }),
  }),
  { maxLength: 80 },
);

it('property: one edge per sender, receiver and call, in this order, with the sums of its messages', () => {
  fc.assert(
    fc.property(messages, fc.integer({ min: 1, max: 20 }), (rows, size) => {
      const builder = new RankGraphBuilder();
      for (let first = 0; first < rows.length; first += size) {
        const part = rows.slice(first, first + size);
        builder.add({
          rows: part.length,
          src: Int32Array.from(part, ({ src }) => src),
          dst: Int32Array.from(part, ({ dst }) => dst),
          bytes: Float64Array.from(part, ({ bytes }) => bytes),
          count: Float64Array.from(part, ({ count }) => count),
          call: textColumn(part.map(({ call }) => call)),
        });
      }
      const { src, dst, call, calls, bytes, messages: sent } = builder.build();
      const edges = Array.from(src, (_, e) => [src[e], dst[e], calls[call[e]], sent[e], bytes[e]]);
      const slow = new Map<string, [number, number, string, number, number]>();
      for (const row of rows) {
        if (row.src < 0 || row.dst < 0 || row.call === 'MPI_Bcast') continue;
        const key = `${row.src} ${row.dst} ${row.call}`;
        const edge = slow.get(key) ?? [row.src, row.dst, row.call, 0, 0];
        slow.set(key, [edge[0], edge[1], edge[2], edge[3] + row.count, edge[4] + row.bytes]);
      }
      const expected = [...slow].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, edge]) => edge);
      expect(edges).toEqual(expected);
    }),
  );
});
