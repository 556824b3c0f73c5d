import { textColumn } from '@weft/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clickSelection, sortRows, textRanks } from '../../src/kit/table-rows.ts';

describe('table rows', () => {
  it('sort like the obvious sort, rows without a value last', () => {
    const key = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.constant(Number.NaN));
    fc.assert(
      fc.property(fc.array(key), fc.boolean(), (keys, descending) => {
        const rows = sortRows(
          Int32Array.from(keys, (_, i) => i),
          keys,
          descending,
        );
        const known = keys.flatMap((value, i) => (Number.isNaN(value) ? [] : [[value, i] as const]));
        known.sort((a, b) => (descending ? b[0] - a[0] : a[0] - b[0]) || a[1] - b[1]);
        const unknown = keys.flatMap((value, i) => (Number.isNaN(value) ? [i] : []));
        expect([...rows]).toEqual([...known.map(([, i]) => i), ...unknown]);
      }),
    );
  });

  it('rank text as people sort it', () => {
    const ranks = textRanks(textColumn(['job10', 'Job2', null, 'alpha']));
    expect([...ranks]).toEqual([2, 1, Number.NaN, 0]);
  });

  it('are selected by click, ctrl and shift', () => {
    const order = Int32Array.of(9, 7, 5, 3);
    const none = { toggle: false, extend: false };
    expect([...clickSelection(order, new Set([1]), 1, -1, none)]).toEqual([7]);
    expect([...clickSelection(order, new Set([7]), 1, 1, none)]).toEqual([]);
    expect([...clickSelection(order, new Set([7]), 2, 1, { toggle: true, extend: false })]).toEqual([7, 5]);
    expect([...clickSelection(order, new Set([7]), 3, 1, { toggle: false, extend: true })]).toEqual([
      7, 5, 3,
    ]);
  });
});
