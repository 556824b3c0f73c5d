import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bytesOfColumn,
  circleArc,
  commgramGeometry,
  commgramShapes,
  communityColumn,
  levelHeights,
  type PhaseCommunities,
  phaseCircle,
  placeBars,
  ribbonEnds,
  ribbonPolygon,
  sampleSpline,
  splineBeziers,
  splineHeightAt,
} from '../src/index.ts';

const area = { left: 0, right: 300, top: 0, bottom: 400 };
const plain = { area, lift: 0, waviness: 0, widthScale: 1 };

/** A stage of binary swap: each rank and its partner, all ranks single. */
function swapStage(ranks: number, stage: number, bytes: number): PhaseCommunities {
  const labels = Int32Array.from({ length: ranks }, (_, rank) => rank);
  return {
    labels,
    positions: labels,
    ribbons: {
      src: labels,
      dst: labels.map((rank) => rank ^ (1 << stage)),
      bytes: new Float64Array(ranks).fill(bytes),
      messages: new Float64Array(ranks).fill(1),
    },
  };
}

describe('spline', () => {
  const ends = fc.record({
    x0: fc.double({ min: 0, max: 100, noNaN: true }),
    y0: fc.double({ min: -500, max: 500, noNaN: true }),
    x1: fc.double({ min: 101, max: 300, noNaN: true }),
    y1: fc.double({ min: -500, max: 500, noNaN: true }),
  });

  /** De Boor's recursion over the knots 0 0 0 0 1 2 2 2 2: slow and obvious. */
  function deBoor(
    { x0, y0, x1, y1 }: { x0: number; y0: number; x1: number; y1: number },
    t: number,
  ): number[] {
    const reach = 0.35 * (x1 - x0);
    const controls = [
      [x0, y0],
      [x0 + reach, y0],
      [(x0 + x1) / 2, (y0 + y1) / 2],
      [x1 - reach, y1],
      [x1, y1],
    ];
    const knots = [0, 0, 0, 0, 1, 2, 2, 2, 2];
    const basis = (i: number, degree: number): number => {
      if (degree === 0) return t >= knots[i] && (t < knots[i + 1] || (t === 2 && i === 4)) ? 1 : 0;
      const part = (over: number, under: number) => (under === 0 ? 0 : over / under);
      return (
        part(t - knots[i], knots[i + degree] - knots[i]) * basis(i, degree - 1) +
        part(knots[i + degree + 1] - t, knots[i + degree + 1] - knots[i + 1]) * basis(i + 1, degree - 1)
      );
    };
    return [0, 1].map((axis) => controls.reduce((sum, point, i) => sum + point[axis] * basis(i, 3), 0));
  }

  it('is the clamped uniform cubic B-spline', () => {
    fc.assert(
      fc.property(ends, (line) => {
        const samples = sampleSpline(line, 8);
        for (let i = 0; i <= 8; i++) {
          const [x, y] = deBoor(line, i / 4);
          expect(samples[i * 4]).toBeCloseTo(x, 6);
          expect(samples[i * 4 + 1]).toBeCloseTo(y, 6);
        }
      }),
    );
  });

  it('starts and ends level and never turns back', () => {
    fc.assert(
      fc.property(ends, (line) => {
        const samples = sampleSpline(line, 16);
        expect(samples[3]).toBeCloseTo(0, 9);
        expect(samples[16 * 4 + 3]).toBeCloseTo(0, 9);
        for (let i = 1; i <= 16; i++) expect(samples[i * 4]).toBeGreaterThan(samples[i * 4 - 4]);
      }),
    );
    expect(splineBeziers({ x0: 0, y0: 0, x1: 10, y1: 4 })[3]).toEqual([5, 2]);
  });

  it('is as high at x as its outline says', () => {
    const line = { x0: 0, y0: 0, x1: 100, y1: 40 };
    expect(splineHeightAt(line, 50)?.y).toBeCloseTo(20, 6);
    expect(splineHeightAt(line, 0)?.y).toBe(0);
    expect(splineHeightAt(line, 101)).toBeNull();
  });

  it('makes outlines of the given width, upright at both ends', () => {
    const corners = ribbonPolygon({ x0: 0, y0: 10, x1: 100, y1: 10 }, 6, 4);
    expect(corners.length).toBe(20);
    expect([...corners.subarray(0, 2)]).toEqual([0, 7]);
    expect([...corners.subarray(18)]).toEqual([0, 13]);
    const steep = ribbonPolygon({ x0: 0, y0: 0, x1: 10, y1: 400 }, 30, 4);
    // Too wide for its length: it keeps its height and does not turn over itself.
    expect(steep[4 + 1] - steep[steep.length - 1 - 4]).toBeCloseTo(-30, 6);
  });
});

describe('bars', () => {
  it('stand in the order of the column, as high as their members', () => {
    const column = communityColumn(Int32Array.of(0, 1, 0, 1, 1), Int32Array.of(3, 0, 4, 1, 2));
    expect([...column.ids]).toEqual([1, 0]);
    expect([...column.sizes]).toEqual([3, 2]);
    const { tops, heights } = placeBars(column, 10, 106);
    expect([...heights]).toEqual([60, 40]);
    expect([...tops]).toEqual([10, 76]);
  });

  it('fill the column, gaps included', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 60 }), (sizes) => {
        const column = { ids: Int32Array.from(sizes.keys()), sizes: Int32Array.from(sizes) };
        const { tops, heights } = placeBars(column, 0, 400);
        expect(tops[0]).toBe(0);
        expect(tops[sizes.length - 1] + heights[sizes.length - 1]).toBeCloseTo(400, 6);
      }),
    );
  });

  it('take ribbons side by side, and overlapping where they are too small', () => {
    const bars = { tops: Float64Array.of(0, 100), heights: Float64Array.of(50, 50) };
    const src = Int32Array.of(0, 0, 1);
    const dst = Int32Array.of(1, 0, 0);
    expect([...ribbonEnds(src, dst, Float64Array.of(10, 20, 50), bars)]).toEqual([35, 20, 125]);
    const crowded = ribbonEnds(src, dst, Float64Array.of(50, 50, 10), bars);
    expect([...crowded]).toEqual([37.5, 12.5, 125]);
  });
});

describe('geometry', () => {
  it('halves the width of ribbons with the bytes of each stage (CG-11)', () => {
    const { shapes, moves } = commgramShapes([swapStage(4, 0, 64), swapStage(4, 1, 32)]);
    const { ribbons, cells, bars } = commgramGeometry(shapes, [0, 0], moves, plain);
    expect([...ribbons.offsets]).toEqual([0, 4, 8]);
    expect(new Set(ribbons.width.subarray(0, 4)).size).toBe(1);
    expect(ribbons.width[4]).toBeCloseTo(ribbons.width[0] / 2, 9);
    expect(bars.id.length).toBe(16);
    expect(cells.right[1]).toBeCloseTo(300, 6);
    expect(bytesOfColumn(shapes)).toBe(256);
  });

  it('moves columns with the curve, the same pattern to the same height', () => {
    const stages = [0, 1, 0].map((stage) => swapStage(4, stage, 1));
    const { shapes, moves } = commgramShapes(stages);
    const { tops, curve, columnHeight } = commgramGeometry(shapes, [0, 8, 0], moves, { ...plain, lift: 0.5 });
    expect(columnHeight).toBe(200);
    expect([...tops]).toEqual([200, 0, 200]);
    expect(curve[0]).toBe(curve[2]);
  });

  it('joins neighbouring phases by the members they have in common', () => {
    const phase = (labels: number[]): PhaseCommunities => ({
      ...swapStage(4, 0, 1),
      labels: Int32Array.from(labels),
      ribbons: {
        src: Int32Array.of(0),
        dst: Int32Array.of(1),
        bytes: Float64Array.of(1),
        messages: Float64Array.of(1),
      },
    });
    const { moves } = commgramShapes([phase([0, 0, 1, 1]), phase([0, 1, 1, 1])]);
    expect([...moves[0].members]).toEqual([1, 1, 2]);
    expect(moves[0].members.reduce((sum, count) => sum + count, 0)).toBe(4);
  });

  it('makes levels between 0 and 1 that keep order and equality at any waviness', () => {
    expect([...levelHeights([0, 8, 4])]).toEqual([0, 1, 0.5]);
    expect([...levelHeights([0, 100, 1, 0], 1)]).toEqual([0, 1, 0.5, 0]);
    expect([...levelHeights([3, 3])]).toEqual([0.5, 0.5]);
    expect([...levelHeights([])]).toEqual([]);
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 2, maxLength: 30 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (heights, waviness) => {
          const levels = levelHeights(heights, waviness);
          for (let i = 0; i < heights.length; i++) {
            for (let j = 0; j < i; j++) {
              if (heights[i] === heights[j]) expect(levels[i]).toBe(levels[j]);
              else if (heights[i] > heights[j]) expect(levels[i]).toBeGreaterThanOrEqual(levels[j]);
            }
          }
        },
      ),
    );
  });

  it('is sensible for nothing, one rank, and empty messages', () => {
    const none = commgramGeometry([], [], [], plain);
    expect(none.ribbons.bytes.length + none.bars.id.length).toBe(0);
    const alone = commgramShapes([
      {
        labels: Int32Array.of(0),
        positions: Int32Array.of(0),
        ribbons: {
          src: Int32Array.of(0),
          dst: Int32Array.of(0),
          bytes: Float64Array.of(0),
          messages: Float64Array.of(1),
        },
      },
    ]);
    const { ribbons, bars } = commgramGeometry(alone.shapes, [0], [], plain);
    expect([...bars.height]).toEqual([400, 400]);
    for (const column of [ribbons.y0, ribbons.y1, ribbons.width])
      expect(column.every(Number.isFinite)).toBe(true);
  });
});

describe('circle', () => {
  it('places communities around a circle without touching', () => {
    const column = { ids: Int32Array.of(0, 1, 2, 3), sizes: Int32Array.of(4, 1, 1, 1) };
    const circle = phaseCircle(column, 400, 400);
    for (let i = 0; i < 4; i++) {
      const next = (i + 1) % 4;
      const apart = Math.hypot(circle.x[i] - circle.x[next], circle.y[i] - circle.y[next]);
      expect(apart).toBeGreaterThan(circle.radius[i] + circle.radius[next]);
    }
    expect(circle.radius[0]).toBeCloseTo(2 * circle.radius[1], 9);
    const there = circleArc(circle, 0, 1).control;
    expect(there).not.toEqual(circleArc(circle, 1, 0).control);
    expect(circleArc(circle, 2, 2).from).not.toEqual(circleArc(circle, 2, 2).to);
  });
});
