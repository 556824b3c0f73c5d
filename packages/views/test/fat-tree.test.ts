import { batchFromRows, tables } from '@weft/model';
import { buildNetwork } from '@weft/network';
import { describe, expect, it } from 'vitest';
import { createRaster } from '../src/kit/heat-map.ts';
import { jobShares } from '../src/views/fat-tree/job-widths.ts';
import { paintCells, rectAt } from '../src/views/fat-tree/paint-cells.ts';
import { createSwitchMaxima } from '../src/views/fat-tree/switch-maxima.ts';

const network = buildNetwork('fat-tree', { ports: 8, pods: 4 });

describe('switch maxima', () => {
  it('are the largest link into and out of each switch (TS-19)', () => {
    const totals = Float64Array.from({ length: network.linkCount }, (_, link) => (link * 7919) % 1000);
    const { incoming, outgoing } = createSwitchMaxima(network)(totals, null);
    for (const vertex of network.switches) {
      const largest = (ends: Int32Array) => Math.max(...totals.filter((_, link) => ends[link] === vertex));
      expect(incoming[vertex]).toBe(largest(network.links.dst));
      expect(outgoing[vertex]).toBe(largest(network.links.src));
    }
  });

  it('leave out what the selection leaves out', () => {
    const totals = new Float64Array(network.linkCount).fill(5);
    const { incoming } = createSwitchMaxima(network)(totals, new Uint8Array(network.linkCount));
    expect(Math.max(...incoming)).toBe(0);
  });
});

describe('job widths', () => {
  const jobs = batchFromRows(tables.jobs, [
    { id: 0, name: 'a', user: null, state: null, start: 0, end: 10 },
    { id: 1, name: 'b', user: null, state: null, start: 5, end: 20 },
  ]).columns;
  // a leaf of four hosts: three with job 0, one with job 1
  const ranks = batchFromRows(tables.ranks, [
    { job: 0, rank: 0, host: 0 },
    { job: 0, rank: 1, host: 1 },
    { job: 0, rank: 2, host: 2 },
    { job: 1, rank: 0, host: 3 },
  ]).columns;

  it('are n_i / n of the active nodes of the leaf and add up to the whole (TS-27)', () => {
    const [[, shares]] = [...jobShares(network, ranks, jobs, [0, 1], null)];
    expect(shares).toEqual([
      { job: 0, nodes: 3, share: 0.75 },
      { job: 1, nodes: 1, share: 0.25 },
    ]);
    expect(shares.reduce((sum, { share }) => sum + share, 0)).toBe(1);
  });

  it('count only jobs that run in the active time', () => {
    const [[, shares]] = [...jobShares(network, ranks, jobs, [0, 1], [12, 15])];
    expect(shares).toEqual([{ job: 1, nodes: 1, share: 1 }]);
  });

  it('leave room for jobs that are not chosen', () => {
    const [[, shares]] = [...jobShares(network, ranks, jobs, [1], null)];
    expect(shares).toEqual([{ job: 1, nodes: 1, share: 0.25 }]);
  });
});

describe('cells', () => {
  const rects = Float32Array.of(0, 0, 1, 1, 1, 0, 1, 1, Number.NaN, 0, 1, 1, 0, 1, 2, 1);

  it('are painted at their place, separated by a gap when large', () => {
    const raster = createRaster(20, 20);
    paintCells(raster, rects, Uint32Array.of(1, 2, 3, 4), { k: 10, x: 0, y: 0 });
    const at = (x: number, y: number) => raster.pixels[y * 20 + x];
    expect([at(0, 0), at(8, 8), at(9, 0), at(10, 0), at(5, 15)]).toEqual([1, 1, 0, 2, 4]);
    expect(raster.pixels.includes(3)).toBe(false);
  });

  it('never vanish when small and never leave the raster', () => {
    const raster = createRaster(4, 4);
    paintCells(raster, rects, Uint32Array.of(1, 2, 3, 4), { k: 0.3, x: -0.1, y: 0 });
    expect(raster.pixels.includes(4)).toBe(true);
    paintCells(raster, rects, Uint32Array.of(1, 2, 3, 4), { k: 1000, x: -500, y: -500 });
    expect(raster.pixels.every((pixel) => pixel === 1)).toBe(true);
  });

  it('are found again under the pointer', () => {
    expect([
      rectAt(rects, 0.5, 0.5),
      rectAt(rects, 1.5, 0.2),
      rectAt(rects, 1.5, 1.5),
      rectAt(rects, 5, 5),
    ]).toEqual([0, 1, 3, -1]);
  });
});
