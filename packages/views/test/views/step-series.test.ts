import { accumulate, createCube, textColumn } from '@weft/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupActive, groupLinks, splitGroups } from '../../src/kit/link-groups.ts';
import { zoomRange } from '../../src/views/time-chart/attach-time-zoom.ts';
import { columnExtremes } from '../../src/views/time-chart/column-extremes.ts';
import { partSeries, perSecond, reduceSteps } from '../../src/views/time-chart/step-series.ts';

const fabric = fc.record({
  links: fc.array(
    fc.record({
      class: fc.constantFrom('L0-L1', 'L1-L2', 'L2-L3', null),
      direction: fc.constantFrom('up', 'down', null),
    }),
    { minLength: 1, maxLength: 20 },
  ),
  steps: fc.integer({ min: 1, max: 12 }),
  seed: fc.infiniteStream(fc.integer({ min: 0, max: 1e9 })),
});

describe('steps of a cube', () => {
  it('reduce to the maximum and the mean of each part, like the obvious loops', () => {
    fc.assert(
      fc.property(
        fabric,
        fc.constantFrom('none', 'class', 'direction', 'both'),
        ({ links, steps, seed }, split) => {
          const amounts = Array.from({ length: steps }, () => links.map(() => seed.next().value as number));
          const cube = createCube(
            'm',
            links.length,
            Float64Array.from({ length: steps + 1 }, (_, i) => i * 60e9),
          );
          cube.sums.set(amounts.flat(), links.length);
          accumulate(cube);
          const groups = groupLinks({
            class: textColumn(links.map((link) => link.class)),
            direction: textColumn(links.map((link) => link.direction)),
          });
          const series = reduceSteps(cube, groups);
          const parts = splitGroups(groups.groups, split as 'none', () => true);
          expect(parts.reduce((sum, part) => sum + part.links, 0)).toBe(links.length);
          for (const part of parts) {
            const members = links.map((_, i) => i).filter((i) => part.groups.includes(groups.groupOf[i]));
            const max = partSeries(series, part, 'max');
            const mean = partSeries(series, part, 'mean');
            amounts.forEach((row, step) => {
              const values = members.map((i) => row[i] as number);
              expect(max[step]).toBe(Math.max(...values));
              expect(mean[step]).toBeCloseTo(values.reduce((a, b) => a + b, 0) / values.length, 3);
            });
          }
        },
      ),
    );
  });

  it('split a fat tree into six lines in the order of levels, up before down (TS-25)', () => {
    const names = ['L2-L3', 'L0-L1', 'L1-L2'].flatMap((name) => [name, name]);
    const groups = groupLinks({
      class: textColumn(names),
      direction: textColumn(names.map((_, i) => (i % 2 ? 'up' : 'down'))),
    });
    const parts = splitGroups(groups.groups, 'both', () => true);
    expect(parts.map((part) => part.label)).toEqual([
      'L0-L1 up',
      'L0-L1 down',
      'L1-L2 up',
      'L1-L2 down',
      'L2-L3 up',
      'L2-L3 down',
    ]);
    expect(parts.map((part) => [part.hue, part.tone])).toEqual([
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
      [2, 0],
      [2, 1],
    ]);
    const kept = splitGroups(groups.groups, 'both', (group) =>
      groupActive(group, { classes: ['L1-L2'], directions: ['up'] }),
    );
    expect(kept.map((part) => part.label)).toEqual(['L1-L2 up']);
  });

  it('become rates by the width of each step', () => {
    expect([...perSecond(Float64Array.of(120, 60), Float64Array.of(0, 60e9, 90e9))]).toEqual([2, 2]);
  });
});

describe('downsampling', () => {
  it('keeps the lowest and highest value of every column', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1, maxLength: 200 }),
        fc.integer({ min: 1, max: 30 }),
        (list, columns) => {
          const values = Float64Array.from(list);
          const times = Float64Array.from({ length: list.length + 1 }, (_, i) => i);
          const { low, high } = columnExtremes(values, times, [0, list.length], [0, list.length], columns);
          for (let column = 0; column < columns; column++) {
            const members = list.filter((_, i) => Math.floor(((i + 0.5) * columns) / list.length) === column);
            expect(low[column]).toBe(members.length ? Math.min(...members) : Number.NaN);
            expect(high[column]).toBe(members.length ? Math.max(...members) : Number.NaN);
          }
        },
      ),
    );
  });
});

it('zooming time keeps the time under the pointer and ends at the whole run', () => {
  expect(zoomRange([0, 100], 0.5, 50, [0, 100], 1000)).toEqual([25, 75]);
  expect(zoomRange([25, 75], 4, 50, [0, 100], 1000)).toBeNull();
  expect(zoomRange([0, 100], 0.001, 100, [0, 100], 50)).toEqual([92, 100]);
});
