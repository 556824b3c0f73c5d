import { createRaster } from '@weft/draw';
import { batchFromRows, tables } from '@weft/model';
import { buildNetwork } from '@weft/network';
import { describe, expect, it } from 'vitest';
import { CROSSED, HOLLOW, STRIPED } from '../src/kit/cell-layer.ts';
import { createCellPainter } from '../src/kit/cell-painter.ts';
import { linkColourScale, linkFigures, scaleKinds } from '../src/kit/link-colour-scale.ts';
import { jobShares } from '../src/views/fat-tree/job-widths.ts';
import { compose, keepInside, zoomTo } from '../src/views/fat-tree/matrix-picture.ts';
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

  it('stay those of all links, and tell where none passes the filters', () => {
    const totals = new Float64Array(network.linkCount).fill(5);
    const visible = new Uint8Array(network.linkCount);
    visible[0] = 1;
    const { incoming, incomingShown, outgoingShown } = createSwitchMaxima(network)(totals, visible);
    expect(Math.max(...incoming)).toBe(5);
    expect(incomingShown.indexOf(1)).toBe(network.links.dst[0]);
    expect(outgoingShown.indexOf(1)).toBe(network.links.src[0]);
    expect(incomingShown.filter((shown) => shown === 1).length).toBe(1);
  });
});

describe('colour scale', () => {
  const drawn = network.links.id.filter(
    (link) =>
      network.vertices.level[network.links.src[link]] > 0 &&
      network.vertices.level[network.links.dst[link]] > 0,
  );
  const hosts = network.links.id.filter((link) => !drawn.includes(link));

  it('reaches the links of hosts, which colour the halves of leaves (TS-19)', () => {
    const totals = new Float64Array(network.linkCount);
    totals[hosts[3]] = 65_536;
    const quiet = linkFigures([totals], drawn);
    expect(quiet).toEqual({ low: 0, high: 65_536, mean: 0, leastPositive: 65_536, idle: true });
    for (const link of drawn) totals[link] = 6.16e12;
    totals[hosts[0]] = 6.4e12;
    const busy = linkFigures([totals], drawn);
    expect([busy.high, busy.mean, busy.idle]).toEqual([6.4e12, 6.16e12, false]);
    const { outgoing, incoming } = createSwitchMaxima(network)(totals, null);
    const most = Math.max(...outgoing, ...incoming);
    for (const kind of scaleKinds) {
      const { domain } = linkColourScale({ kind, range: null, middle: null }, busy, [totals]);
      expect(domain[1]).toBe(most);
    }
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
  const colours = Uint32Array.of(1, 2, 3, 4, 0);
  const paint = (
    size: number,
    transform: { k: number; x: number; y: number },
    { styles = null, ranks = new Uint8Array(5) }: { styles?: Uint8Array | null; ranks?: Uint8Array } = {},
  ) => {
    const raster = createRaster(size, size);
    const painter = createCellPainter([{ rects, first: 0, styles }], 4);
    painter.place(size, size, transform);
    painter.paint(colours, ranks, raster);
    return { painter, raster, at: (x: number, y: number) => raster.pixels[y * size + x] };
  };

  it('are painted at their place, separated by a gap when large', () => {
    const { at, raster } = paint(20, { k: 10, x: 0, y: 0 });
    expect([at(0, 0), at(8, 8), at(9, 0), at(10, 0), at(5, 15)]).toEqual([1, 1, 0, 2, 4]);
    expect(raster.pixels.includes(3)).toBe(false);
  });

  it('never leave the raster', () => {
    const { raster } = paint(4, { k: 1000, x: -500, y: -500 });
    expect(raster.pixels.every((pixel) => pixel === 1)).toBe(true);
  });

  it('smaller than a pixel show the highest of those that share it', () => {
    const low = paint(4, { k: 0.3, x: 0, y: 0 }, { ranks: Uint8Array.of(1, 9, 0, 2, 0) });
    expect(low.at(0, 0)).toBe(2);
    expect(low.painter.cellAt(0, 0)).toBe(1);
    expect(paint(4, { k: 0.3, x: 0, y: 0 }, { ranks: Uint8Array.of(1, 9, 0, 10, 0) }).at(0, 0)).toBe(4);
  });

  it('are found again under the pointer, gaps included', () => {
    const { painter } = paint(30, { k: 10, x: 0, y: 0 });
    const found = [
      [5, 5],
      [15, 2],
      [15, 15],
      [9, 4],
      [25, 25],
    ].map(([x, y]) => painter.cellAt(x, y));
    expect(found).toEqual([0, 1, 3, 0, -1]);
  });

  it('differ in pattern: frame, stripes, cross', () => {
    const { at } = paint(20, { k: 10, x: 0, y: 0 }, { styles: Uint8Array.of(HOLLOW, STRIPED, 0, CROSSED) });
    expect([at(0, 4), at(4, 4), at(8, 8)]).toEqual([1, 0, 1]);
    expect([at(10, 0), at(11, 0), at(13, 0)]).toEqual([2, 0, 2]);
    expect([at(0, 10), at(18, 10), at(9, 11), at(0, 18)]).toEqual([4, 4, 0, 4]);
  });
});

describe('what is brought into sight', () => {
  it('leaves no room blank that the matrix could fill', () => {
    const matrix = { width: 100, height: 50 };
    const fit = { k: 4, x: 8, y: 4 };
    const area = { x: 8, y: 4, width: 400, height: 200 };
    const zoomed = (x: number, y: number) => {
      const zoom = keepInside(zoomTo([x, y, 1, 1], fit, area), matrix, fit, area);
      return compose(fit, zoom);
    };
    expect([zoomed(0, 0).x, zoomed(0, 0).y]).toEqual([8, 4]);
    const end = zoomed(99, 49);
    expect([end.x + 100 * end.k, end.y + 50 * end.k]).toEqual([408, 204]);
    const middle = zoomed(49.5, 24.5);
    expect([middle.x + 50 * middle.k, middle.y + 25 * middle.k]).toEqual([208, 104]);
  });
});
