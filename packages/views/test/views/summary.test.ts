import { boxStatistics, rankedValues } from '@weft/analysis';
import { textColumn } from '@weft/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createGrouping } from '../../src/kit/grouped-totals.ts';
import { groupLinks } from '../../src/kit/link-groups.ts';
import { pickGroup } from '../../src/views/summary/pick-group.ts';
import { summaryBoxes } from '../../src/views/summary/summary-model.ts';

function sortedQuantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const low = Math.floor(place);
  const first = sorted[low] as number;
  return first + ((sorted[low + 1] ?? first) - first) * (place - low);
}

const list = fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 1, maxLength: 120 });

describe('box statistics', () => {
  it('equal those of sorting', () => {
    fc.assert(
      fc.property(list, (values) => {
        const box = boxStatistics(Float64Array.from(values), {
          minimum: Math.min(...values),
          maximum: Math.max(...values),
          sum: values.reduce((a, b) => a + b, 0),
        });
        expect(box).toMatchObject({
          count: values.length,
          minimum: Math.min(...values),
          maximum: Math.max(...values),
          lowerQuartile: sortedQuantile(values, 0.25),
          median: sortedQuantile(values, 0.5),
          upperQuartile: sortedQuantile(values, 0.75),
        });
        expect(box.mean).toBeCloseTo(values.reduce((a, b) => a + b, 0) / values.length);
      }),
      { numRuns: 500 },
    );
  });

  it('values of a rank are those sorting puts there', () => {
    const numbers = fc.array(fc.double({ min: -1e12, max: 1e12, noNaN: true }), {
      minLength: 1,
      maxLength: 300,
    });
    fc.assert(
      fc.property(fc.oneof(list, numbers), fc.array(fc.nat(), { maxLength: 6 }), (values, seeds) => {
        const places = seeds.map((seed) => seed % values.length).sort((a, b) => a - b);
        const sorted = Float64Array.from(values).sort();
        const found = rankedValues(Float64Array.from(values), sorted[0], sorted[sorted.length - 1], places);
        expect(found.map((value) => value + 0)).toEqual(places.map((place) => sorted[place] + 0));
      }),
    );
  });

  it('are taken per class and direction, with the links the selection keeps', () => {
    const groups = groupLinks({
      class: textColumn(['A', 'A', 'B', 'A']),
      direction: textColumn(['up', 'down', 'up', 'up']),
    });
    const grouped = createGrouping(groups)(Float64Array.of(1, 5, 7, 3), Uint8Array.of(1, 1, 0, 0));
    const boxes = summaryBoxes(groups.groups, grouped);
    expect(
      boxes.map(({ group, statistics, visible }) => [
        group.class,
        group.direction,
        statistics.median,
        visible,
      ]),
    ).toEqual([
      ['A', 'up', 2, 1],
      ['A', 'down', 5, 1],
      ['B', 'up', 7, 0],
    ]);
  });
});

it('totals put together by group are those of its links, none lost', () => {
  const link = fc.record({
    class: fc.constantFrom('A', 'B', null),
    direction: fc.constantFrom('up', 'down'),
    total: fc.integer({ min: -50, max: 50 }),
    kept: fc.integer({ min: 0, max: 1 }),
  });
  fc.assert(
    fc.property(fc.array(link, { minLength: 1, maxLength: 60 }), (links) => {
      const groups = groupLinks({
        class: textColumn(links.map((own) => own.class)),
        direction: textColumn(links.map((own) => own.direction)),
      });
      const { values, kept, starts, low, high, sum, visible } = createGrouping(groups)(
        Float64Array.from(links, (own) => own.total),
        Uint8Array.from(links, (own) => own.kept),
      );
      groups.groups.forEach((group, index) => {
        const own = links.filter((_, at) => groups.groupOf[at] === index);
        const totals = own.map(({ total }) => total);
        expect(own.every((one) => one.class === group.class)).toBe(true);
        expect([...values.subarray(starts[index], starts[index + 1])]).toEqual(totals);
        expect([...kept.subarray(starts[index], starts[index + 1])]).toEqual(own.map((one) => one.kept));
        expect([low[index], high[index]]).toEqual([Math.min(...totals), Math.max(...totals)]);
        expect(sum[index]).toBe(totals.reduce((a, b) => a + b, 0));
        expect(visible[index]).toBe(own.filter((one) => one.kept === 1).length);
      });
      expect(starts[groups.groups.length]).toBe(links.length);
    }),
  );
});

it('a click keeps a box alone, a second lets go, shift adds', () => {
  const none = { classes: [], directions: [] };
  const up = { class: 'L1-L2', direction: 'up', links: 3 };
  const first = pickGroup(none, up, false);
  expect(first).toEqual({ classes: ['L1-L2'], directions: ['up'] });
  expect(pickGroup(first, up, false)).toEqual(none);
  expect(pickGroup(first, { ...up, class: 'L2-L3' }, true)).toEqual({
    classes: ['L1-L2', 'L2-L3'],
    directions: ['up'],
  });
});
