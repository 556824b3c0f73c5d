import type { DatasetInfo } from '@weft/views';
import { describe, expect, it } from 'vitest';
import { createFakeFabric } from '../../../test/browser/fake-fabric.ts';
import { parseTarget, printTarget } from '../src/address/compare-target.ts';
import { comparePanels } from '../src/compare/compare-panels.ts';
import { ownPart } from '../src/compare/create-other-side.ts';
import { panelsOf } from '../src/panels/panel-tree.ts';

describe('what is compared', () => {
  it('stands in the address and comes back', () => {
    for (const text of ['dataset:my data', 'time:0,5000000000000', 'job:7']) {
      expect(printTarget(parseTarget(text)!)).toBe(text);
    }
    for (const text of [null, '', 'time:5,2', 'time:1', 'job:x', 'year:1'])
      expect(parseTarget(text)).toBeNull();
  });

  it('opens panels of both sides and their difference', () => {
    const sides = panelsOf(comparePanels(['time-chart', 'fat-tree', 'compare', 'histogram', 'summary']).root);
    const trees = sides.filter(({ view }) => view === 'fat-tree').map(({ options }) => options.side);
    expect(trees).toEqual(['a', 'b', 'd']);
    const without = panelsOf(comparePanels(['histogram']).root);
    expect(new Set(without.map(({ view }) => view))).toEqual(new Set(['histogram']));
  });

  it('gives side B a time of its own, or the run of its job', () => {
    const dataset: DatasetInfo = {
      id: 'x',
      manifest: createFakeFabric({ id: 'x', title: 'X', leaves: 1, steps: 2 }).manifest,
    };
    const jobs = { id: Int32Array.of(4, 5), start: Float64Array.of(10, 20), end: Float64Array.of(30, -1) };
    expect(ownPart({ kind: 'dataset', id: 'y' }, jobs, dataset)).toEqual({});
    expect(ownPart({ kind: 'time', time: [1, 2] }, jobs, dataset)).toEqual({ time: [1, 2] });
    expect(ownPart({ kind: 'job', job: 4 }, jobs, dataset)).toEqual({ jobs: [4], time: [10, 30] });
    expect(ownPart({ kind: 'job', job: 5 }, jobs, dataset)).toEqual({ jobs: [5], time: [20, 120e9] });
  });
});
