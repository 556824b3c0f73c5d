import { matrixTiles, type ParamsOf } from '@weft/analysis';
import { emptySelection, type Manifest } from '@weft/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messagesFrame } from '../../../analysis/test/reference/pipeline.ts';
import { runAnalysis } from '../../../analysis/test/reference/run-analysis.ts';
import { clickRanks } from '../../src/kit/click-selection.ts';
import { commMatrixNeeds, matrixCells } from '../../src/views/comm-matrix/comm-matrix-needs.ts';
import { binMaxima, unselectedRuns } from '../../src/views/comm-matrix/draw-matrix.ts';
import { legendBox, listBox, matrixSquare } from '../../src/views/comm-matrix/matrix-geometry.ts';
import { cellAt, logExtent, matrixData, valueExtent } from '../../src/views/comm-matrix/matrix-model.ts';
import { ranksOfCell } from '../../src/views/comm-matrix/matrix-ranks.ts';
import {
  keepInSight,
  matrixOfOptions,
  optionsOfMatrix,
  zoomMatrix,
} from '../../src/views/comm-matrix/matrix-window.ts';

const frame = messagesFrame([
  { src: 0, dst: 1, bytes: 10, time: 0 },
  { src: 0, dst: 1, bytes: 20, time: 0 },
  { src: 5, dst: 4, bytes: 7, time: 0 },
]);
const tiles = (params: ParamsOf<typeof matrixTiles> = {}) =>
  runAnalysis(matrixTiles, { messages: frame }, params);

describe('cells of a matrix', () => {
  it('come from the finest part that holds them', async () => {
    const overview = await tiles({ cells: 2 });
    const coarse = matrixData(overview, null);
    expect(coarse.refining).toBe(true);
    expect(cellAt(coarse, 0, 1)).toMatchObject({
      senders: [0, 4],
      receivers: [0, 4],
      amount: 30,
      count: 2,
    });
    const fine = matrixData(overview, await tiles({ senders: [0, 2], receivers: [0, 2] }));
    expect(cellAt(fine, 0, 1)).toMatchObject({ senders: [0, 1], receivers: [1, 2], amount: 30, count: 2 });
    expect(cellAt(fine, 5, 4)).toMatchObject({ senders: [4, 6], amount: 7 });
    expect(cellAt(fine, 99, 0)).toBeNull();
    expect([fine.sent.amount[0], fine.received.count[1]]).toEqual([30, 2]);
  });

  it('select their ranks, and let go of them', async () => {
    const data = matrixData(await tiles(), undefined);
    const cell = { senders: [5, 6], receivers: [4, 5] } as const;
    const ranks = ranksOfCell(data, cell);
    expect(clickRanks([], ranks, false)).toEqual([4, 5]);
    expect(clickRanks([4, 5], ranks, false)).toEqual([]);
    expect(clickRanks([1], ranks, true)).toEqual([1, 4, 5]);
    expect(clickRanks([1, 4, 5], ranks, true)).toEqual([1]);
    expect(clickRanks([4], [5], false)).toEqual([5]);
  });

  it('have an extent above zero', () => {
    expect(valueExtent(Float64Array.of(0, 5, 2))).toEqual([2, 5]);
    expect(valueExtent(new Float64Array(3))).toEqual([0, 1]);
    expect(logExtent(Float64Array.of(644_000, 644_100))).toEqual([64_410, 644_100]);
    expect(logExtent(Float64Array.of(2, 5000))).toEqual([2, 5000]);
  });
});

describe('window of a matrix', () => {
  it('moves no further than a cell needs', () => {
    const window = { row: 4, column: 8, size: 8 };
    expect(keepInSight(window, 5, 15, 64)).toBe(window);
    expect(keepInSight(window, 3, 16, 64)).toEqual({ row: 3, column: 9, size: 8 });
    expect(keepInSight(window, 63, 0, 64)).toEqual({ row: 56, column: 0, size: 8 });
  });

  it('zooms at a cell, within the matrix, and is remembered', () => {
    const zoomed = zoomMatrix({ row: 0, column: 0, size: 64 }, 0.25, 32, 48, 64);
    expect(zoomed).toEqual({ row: 24, column: 36, size: 16 });
    expect(matrixOfOptions(optionsOfMatrix(zoomed, 64), 64)).toEqual(zoomed);
    expect(zoomMatrix(zoomed, 99, 30, 40, 64)).toEqual({ row: 0, column: 0, size: 64 });
    expect(optionsOfMatrix({ row: 0, column: 0, size: 64 }, 64)).toEqual({ y: 0, x: 0, n: 0 });
    expect(zoomMatrix({ row: 0, column: 0, size: 8 }, 0.001, 1, 1, 8).size).toBe(4);
  });

  it('asks for finer cells around what is on screen, in the order and time of the selection', () => {
    const manifest = { tables: { jobs: { rows: 1, parts: [] } } } as unknown as Manifest;
    const context = {
      selection: { ...emptySelection, time: [5, 9] as [number, number] },
      options: { y: 100, x: 5000, n: 300, order: 'community' },
      width: 1000,
      height: 700,
    };
    const { detail, overview } = commMatrixNeeds({ id: 'x', manifest }, context);
    expect(detail?.later).toBe(true);
    const asked = (detail as unknown as { params: Record<string, [number, number]> }).params;
    expect(asked).toMatchObject({ job: 0, time: [5, 9], order: 'community' });
    expect(asked.senders[0]).toBeLessThanOrEqual(100);
    expect(asked.senders[1]).toBeGreaterThanOrEqual(400);
    expect(asked.receivers[1]).toBeGreaterThanOrEqual(5300);
    expect((overview as unknown as { params: object }).params).not.toHaveProperty('senders');
    expect(matrixCells(1000, 700)).toBe(512);
  });
});

describe('bars and fading', () => {
  it('keep the largest rank of every bin', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(99), { minLength: 1, maxLength: 50 }),
        fc.integer({ min: 1, max: 9 }),
        (list, bins) => {
          const totals = Float64Array.from(list);
          const maxima = binMaxima(totals, 0, totals.length, Math.min(bins, totals.length));
          expect(Math.max(...maxima)).toBe(Math.max(...list));
        },
      ),
    );
  });

  it('leave out selected ranks', () => {
    const rankAt = Int32Array.of(3, 1, 0, 2);
    expect(unselectedRuns(rankAt, new Set([1]), 0, 4)).toEqual([
      [0, 1],
      [2, 4],
    ]);
    expect(unselectedRuns(rankAt, new Set([3, 1, 0, 2]), 0, 4)).toEqual([]);
  });

  it('lists the largest pairs beside the square, else below it, else not at all', () => {
    const beside = listBox({ width: 1000, height: 500 })!;
    expect(beside.left).toBeGreaterThan(legendBox({ width: 1000, height: 500 }).right);
    expect(beside.left + beside.width).toBeLessThanOrEqual(1000);
    const tall = { width: 500, height: 900 };
    const below = listBox(tall)!;
    const { top, side } = matrixSquare(tall);
    expect(below.top).toBeGreaterThan(top + side);
    expect(below.top + below.height).toBeLessThan(900);
    expect(listBox({ width: 400, height: 320 })).toBeNull();
  });
});
