import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  AXIS_ANGLES,
  axisOf,
  binHive,
  COPY_ANGLE,
  ccdf,
  type HiveRules,
  hivePoint,
  largeHive,
  largestGap,
  layoutHive,
  layoutHiveEdges,
  nearestAxis,
  nearestEdge,
  nearestMark,
  placeAlong,
  placeOf,
  placeOnAxes,
  pooledCuts,
  valueAt,
} from '../src/index.ts';

const cuts = { least: 2, low: 32, high: 259, most: 837 };
const rules: HiveRules = { cuts, mode: 'linear', scale: 'linear', lengths: 'alike' };

describe('axes of a hive plot', () => {
  it('are cut at 25 and 75 % of the values of all runs, the same for every run', () => {
    const one = Float64Array.of(...Array<number>(96).fill(32), ...Array<number>(96).fill(100));
    const two = Float64Array.of(...Array<number>(97).fill(259), ...Array<number>(94).fill(400), 837);
    expect(pooledCuts([one, two])).toEqual({ least: 32, low: 83, high: 259, most: 837 });
    const three = Float64Array.of(2, ...Array<number>(96).fill(32), ...Array<number>(95).fill(100));
    expect(pooledCuts([three, two])).toEqual({ least: 2, low: 32, high: 259, most: 837 });
  });

  it('take a value on a cut into the lower axis, whatever its last digits', () => {
    expect([2, 32, 33, 259, 260, 837].map((value) => axisOf(value, cuts))).toEqual([0, 0, 1, 1, 2, 2]);
    const even = 1 / 64;
    expect(axisOf(even + 1e-17, { least: even, low: even, high: even, most: even })).toBe(0);
  });

  it('place 32 at the outer end of the first, 79 at 0.207 and 175 at 0.630 of the second', () => {
    expect(placeOf(32, 0, rules)).toBe(1);
    expect(placeOf(79, 1, rules)).toBeCloseTo(0.207, 3);
    expect(placeOf(175, 1, rules)).toBeCloseTo(0.63, 3);
  });

  it('show 25 ranks of one value as one mark by value and as 25 when pushed apart', () => {
    const values = new Float64Array(25).fill(79);
    expect(new Set(placeOnAxes(values, rules).position).size).toBe(1);
    const apart = placeOnAxes(values, { ...rules, mode: 'repelled' }).position;
    expect(new Set(apart).size).toBe(25);
    expect([...apart]).toEqual([...apart].sort((a, b) => a - b));
  });

  it('space ranks evenly by order', () => {
    const { position } = placeOnAxes(Float64Array.of(40, 250, 41), { ...rules, mode: 'even' });
    expect([...position]).toEqual([0, 1, 0.5]);
  });

  it('are as long as their values reach where true lengths are asked for', () => {
    const { lengths } = placeOnAxes(new Float64Array(0), { ...rules, lengths: 'true' });
    expect(lengths).toEqual([expect.closeTo(30 / 578, 6), expect.closeTo(227 / 578, 6), 1]);
  });

  it('place ranks without a value, of a single value and of none', () => {
    expect(pooledCuts([])).toEqual({ least: 0, low: 0, high: 0, most: 0 });
    const alone = pooledCuts([Float64Array.of(5)]);
    expect(placeOnAxes(Float64Array.of(5, Number.NaN), { ...rules, cuts: alone })).toMatchObject({
      axis: Uint8Array.of(0, 0),
      position: Float64Array.of(1, 0),
    });
  });

  it('property: pushed apart, marks keep their order and stay on the axis', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 33, max: 259 }), { minLength: 1, maxLength: 300 }),
        (degrees) => {
          const values = Float64Array.from(degrees);
          const { position } = placeOnAxes(values, { ...rules, mode: 'repelled' });
          const order = [...values.keys()].sort((a, b) => values[a] - values[b] || a - b);
          order.forEach((rank, at) => {
            expect(position[rank]).toBeGreaterThanOrEqual(-1e-9);
            expect(position[rank]).toBeLessThanOrEqual(1 + 1e-9);
            if (at > 0) expect(position[rank]).toBeGreaterThan(position[order[at - 1]]);
          });
        },
      ),
    );
  });
});

describe('edges of a hive plot', () => {
  const nodes = placeOnAxes(Float64Array.of(20, 40, 300), rules);
  const curve = (src: number, dst: number): number[] => [
    ...layoutHiveEdges(nodes, Int32Array.of(src), Int32Array.of(dst)).curves,
  ];

  it('join a rank to its copy pi/6 away for a self loop', () => {
    expect(COPY_ANGLE).toBeCloseTo(Math.PI / 6, 12);
    const [x1, y1, , , x2, y2] = curve(0, 0);
    expect([x1, y1]).toEqual(hivePoint(AXIS_ANGLES[0] - Math.PI / 12, nodes.position[0]));
    expect([x2, y2]).toEqual(hivePoint(AXIS_ANGLES[0] + Math.PI / 12, nodes.position[0]));
  });

  it('bow out clockwise and in the other way round', () => {
    const bow = ([, , x, y]: number[]): number => Math.hypot(x, y);
    expect(bow(curve(0, 2))).toBeGreaterThan(bow(curve(2, 0)));
  });

  it('are opaque alone and fainter the more lie close', () => {
    const opacity = (count: number): number =>
      layoutHiveEdges(nodes, new Int32Array(count), new Int32Array(count).fill(1)).opacity[0];
    expect([1, 3, 6, 60, 600].map(opacity)).toEqual([1, 1, 0.5, 0.05, 0.05]);
  });
});

describe('complementary cumulative distribution', () => {
  it('gives the share of values at least as large', () => {
    expect(ccdf(Float64Array.of(3, 1, 1, Number.NaN, 2))).toEqual({
      values: Float64Array.of(1, 2, 3),
      shares: Float64Array.of(1, 0.5, 0.25),
    });
    expect(ccdf(new Float64Array(0)).values.length).toBe(0);
  });

  it('has no gap to itself and one of 1 to values that are all larger', () => {
    const [low, high] = [Float64Array.of(1, 2), Float64Array.of(3, 4)];
    const gap = (one: Float64Array, two: Float64Array) => largestGap(ccdf(one), ccdf(two)).gap;
    expect([gap(low, low), gap(low, high), gap(low, Float64Array.of(1, 4))]).toEqual([0, 1, 0.5]);
  });
});

describe('many ranks', () => {
  const traffic = (pairs: readonly (readonly [number, number])[]) => ({
    src: Int32Array.from(pairs, ([src]) => src),
    dst: Int32Array.from(pairs, ([, dst]) => dst),
    call: new Int32Array(pairs.length),
    messages: new Float64Array(pairs.length).fill(1),
    bytes: Float64Array.from(pairs, (_, at) => at),
  });

  it('become bins whose ribbons add up to the edges', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 2, max: 837 }), { minLength: 1, maxLength: 60 }),
        fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 200 }),
        (values, drawn) => {
          const pairs = drawn.map(([a, b]) => [a % values.length, b % values.length] as const);
          const nodes = placeOnAxes(Float64Array.from(values), rules);
          const bins = binHive(nodes, traffic(pairs), 10);
          expect(bins.ranks.reduce((sum, count) => sum + count, 0)).toBe(values.length);
          values.forEach((_, rank) => {
            expect(bins.nodes.axis[bins.bin[rank]]).toBe(nodes.axis[rank]);
            expect(Math.abs(bins.nodes.position[bins.bin[rank]] - nodes.position[rank])).toBeLessThanOrEqual(
              0.0501,
            );
          });
          const slow = new Map<string, number>();
          pairs.forEach(([src, dst], at) => {
            const key = `${bins.bin[src]} ${bins.bin[dst]}`;
            slow.set(key, (slow.get(key) ?? 0) + at);
          });
          const found = Array.from(bins.traffic.bytes, (bytes, e) => [
            `${bins.traffic.src[e]} ${bins.traffic.dst[e]}`,
            bytes,
          ]);
          expect(new Map(found as [string, number][])).toEqual(slow);
          expect(bins.edges.reduce((sum, count) => sum + count, 0) + bins.leftOut).toBe(pairs.length);
        },
      ),
    );
  });

  it('are drawn one by one while they can be seen', () => {
    const some = traffic([[0, 1]]);
    expect(layoutHive(Float64Array.of(40, 50), some, rules, largeHive).bins).toBeNull();
    const many = layoutHive(new Float64Array(1001).fill(40), some, { ...rules, mode: 'repelled' }, largeHive);
    expect(many.bins?.ranks).toEqual(Float64Array.of(1001));
    expect(many.counts).toEqual([0, 1001, 0]);
  });
});

describe('a point on a hive plot', () => {
  const nodes = placeOnAxes(Float64Array.of(10, 100, 300), rules);
  const edges = layoutHiveEdges(nodes, Int32Array.of(0, 1), Int32Array.of(1, 2));

  it('finds the mark and the edge it lies on', () => {
    nodes.position.forEach((place, rank) => {
      const angle = AXIS_ANGLES[nodes.axis[rank]] - COPY_ANGLE / 2;
      const [x, y] = hivePoint(angle, place);
      expect(nearestMark(nodes, x + 0.001, y, 0.02)).toBe(rank);
    });
    expect(nearestMark(nodes, 0, 0, 0.02)).toBe(-1);
    for (const e of [0, 1]) {
      const [x1, y1, cx, cy, x2, y2] = edges.curves.subarray(6 * e, 6 * e + 6);
      expect(nearestEdge(edges, (x1 + 2 * cx + x2) / 4, (y1 + 2 * cy + y2) / 4, 0.02)).toBe(e);
    }
    expect(nearestEdge(edges, 0.9, -0.9, 0.02)).toBe(-1);
  });

  it('finds the value of an axis that it lies beside, and that value its place', () => {
    for (const scale of ['linear', 'log', 'log1p'] as const) {
      for (const axis of [0, 1, 2] as const) {
        const own: HiveRules = { ...rules, scale };
        const [x, y] = hivePoint(AXIS_ANGLES[axis] + COPY_ANGLE / 2, 0.4);
        expect(nearestAxis(nodes, x, y, 0.05)).toEqual({ axis, place: expect.closeTo(0.4, 9) });
        expect(placeAlong(nodes, axis, x, y)).toBeCloseTo(0.4, 9);
        expect(placeOf(valueAt(0.4, axis, own), axis, own)).toBeCloseTo(0.4, 9);
      }
    }
  });
});

describe('other cuts', () => {
  const run = Float64Array.of(1, 2, 3, 4, 100);

  it('are shares of all ranks, thirds of the range, or values within it', () => {
    expect(pooledCuts([run], { kind: 'shares', low: 0, high: 0.5 })).toMatchObject({ low: 1, high: 3 });
    expect(pooledCuts([run], { kind: 'range' })).toMatchObject({ low: 34, high: 67 });
    expect(pooledCuts([run], { kind: 'values', low: -5, high: 2.5 })).toMatchObject({ low: 1, high: 2.5 });
  });
});
