import { signal } from '@preact/signals';
import { accumulate, type Cube, createCube } from '@weft/model';
import { buildNetwork } from '@weft/network';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linkGroups } from '../../src/kit/link-groups.ts';
import { linkChanges, sortChanges, statisticChanges } from '../../src/views/compare/changes.ts';
import { changeColumns, formatRelative } from '../../src/views/compare/compare.tsx';
import { differenceSeries, elapsedTimes } from '../../src/views/time-chart/compare-series.ts';
import type { Comparison } from '../../src/workspace.ts';

const network = buildNetwork('fat-tree', { ports: 4, pods: 4 });
const groups = linkGroups(network);
const totals = fc
  .array(fc.nat(50), { minLength: network.linkCount, maxLength: network.linkCount })
  .map((values) => Float64Array.from(values));

describe('what changed', () => {
  it('lists every link used on either side, the largest change first', () => {
    fc.assert(
      fc.property(totals, totals, (a, b) => {
        const changes = linkChanges(network, groups, a, b, null);
        const used = [...network.links.id].filter((link) => a[link] > 0 || b[link] > 0);
        expect([...changes.link]).toEqual(used);
        const order = sortChanges(changes, 'difference', true);
        const sizes = Array.from(order, (row) => Math.abs(changes.difference[row]));
        expect(sizes).toEqual([...sizes].sort((x, y) => y - x));
        for (const row of order)
          expect(changes.difference[row]).toBe(b[changes.link[row]] - a[changes.link[row]]);
      }),
      { numRuns: 30 },
    );
  });

  it('puts statistics of all links and of each class side by side', () => {
    const a = new Float64Array(network.linkCount).fill(1);
    const b = a.map((value, link) => (link === 0 ? 5 : value));
    const changes = statisticChanges(groups, a, b);
    const row = (name: string, group: string) =>
      changes.name.findIndex((text, at) => text === name && changes.group[at] === group);
    const largest = row('largest', 'all links');
    expect([changes.a[largest], changes.b[largest], changes.relative[largest]]).toEqual([1, 5, 4]);
    const total = row('total', 'all links');
    expect(changes.difference[total]).toBe(4);
    expect(changes.a[row('links used', 'L1-L2 up')]).toBe(16);
    expect(changes.rows).toBe(5 * 7);
    expect(statisticChanges(groups, a, b, 'gauge').name).not.toContain('total');
  });

  it('writes the difference of two shares in points, and the shares in percent', () => {
    const a = new Float64Array(network.linkCount).fill(30);
    const b = a.map(() => 16.5);
    const columns = changeColumns(linkChanges(network, groups, a, b, null), '%', 600, 'links');
    const texts = columns.map(({ cell }) => cell(0)).slice(2);
    expect(texts).toEqual(['30\u00a0%', '16.5\u00a0%', '−13.5\u00a0pp', '−45.0 %']);
    expect(columns.find(({ key }) => key === 'difference')?.hint?.(0)).toBe('-13.5\u00a0pp');
  });

  it('writes relative changes with their sign', () => {
    expect([0.125, -1, 0, Number.NaN, 3, -0.001].map(formatRelative)).toEqual([
      '+12.5 %',
      '−100 %',
      '0.00 %',
      'new',
      '+300 %',
      '−0.10 %',
    ]);
  });
});

describe('difference over time', () => {
  const cubeOf = (amounts: readonly number[], start: number): Cube => {
    const cube = createCube(
      'x',
      1,
      Float64Array.from({ length: amounts.length + 1 }, (_, i) => start + i * 10),
    );
    cube.sums.set(amounts, 1);
    return accumulate(cube);
  };
  const compare = (a: Cube, b: Cube, times: readonly (readonly [number, number] | null)[]): Comparison => {
    const side = (cube: Cube, time: readonly [number, number] | null) => ({
      label: signal(''),
      totals: signal(null),
      cube: signal(cube),
      time: signal(time),
    });
    return { shows: 'difference', a: side(a, times[0]), b: side(b, times[1]), unit: signal('') };
  };
  const amounts = (cube: Cube) => cube.sums.slice(1).map((sum, step) => sum - cube.sums[step]);

  it('aligns both at their start; the shorter one ends with nothing', () => {
    const comparison = compare(cubeOf([1, 2, 3], 0), cubeOf([5, 5], 100), [null, null]);
    expect([...elapsedTimes(comparison)!]).toEqual([0, 10, 20, 30]);
    expect([...differenceSeries(comparison, 3, amounts)]).toEqual([4, 3, -3]);
  });

  it('aligns two ranges of one run', () => {
    const cube = cubeOf([1, 2, 3, 9], 0);
    const comparison = compare(cube, cube, [
      [0, 20],
      [20, 40],
    ]);
    expect([...elapsedTimes(comparison)!]).toEqual([0, 10, 20]);
    expect([...differenceSeries(comparison, 2, amounts)]).toEqual([2, 7]);
  });
});
