import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IdIndex } from '../../src/otf2/id-index.ts';
import { OpenRequests } from '../../src/otf2/open-requests.ts';

const half = fc.constantFrom(0, 1, 2, 63, 64, 128, 0x7fffffff, 0x80000000, 0xffffffff);

describe('tables of ids', () => {
  it('open requests behave as a map of 64-bit ids', () => {
    const step = fc.tuple(fc.constantFrom('put', 'take', 'get'), half, half, fc.nat(1e6));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        const table = new OpenRequests();
        const map = new Map<string, number>();
        for (const [what, low, high, handle] of steps) {
          const key = `${low} ${high}`;
          const known = map.get(key) ?? -1;
          if (what === 'put') {
            expect(table.put(low, high, handle)).toBe(known);
            map.set(key, handle);
          } else if (what === 'take') {
            expect(table.take(low, high)).toBe(known);
            map.delete(key);
          } else {
            expect(table.get(low, high)).toBe(known);
          }
          expect(table.size).toBe(map.size);
        }
      }),
      { seed: 1 },
    );
  });

  it('an index finds every id and no other', () => {
    const pairs = fc.array(fc.tuple(fc.integer({ min: 0, max: 0xffffffff }), fc.nat(1000)), {
      maxLength: 200,
    });
    fc.assert(
      fc.property(pairs, fc.integer({ min: 0, max: 0xffffffff }), (entries, stranger) => {
        const index = new IdIndex();
        for (const [id, value] of entries) index.set(id, value);
        const map = new Map(entries);
        for (const id of [...map.keys(), stranger]) expect(index.get(id, -7)).toBe(map.get(id) ?? -7);
      }),
      { seed: 2 },
    );
  });
});
