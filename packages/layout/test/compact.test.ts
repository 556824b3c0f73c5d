import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  axisWidths,
  cellFacts,
  f1,
  f1Space,
  ht,
  htSpace,
  layoutCells,
  layoutHTree,
  mortonStrip,
  pairFromExpressions,
  rotatingFractal,
} from '../src/index.ts';

const SWITCHES = [1, 8, 48, 256, 1280, 6144, 28672];

describe('F1', () => {
  it('puts every switch in a cell of its own, in a box of 3^(L-1) (LANL-26)', () => {
    const fills = [1, 0.889, 0.593, 0.351, 0.195, 0.104, 0.054];
    SWITCHES.forEach((switches, i) => {
      const facts = cellFacts(layoutCells(f1, i + 1));
      expect(facts).toMatchObject({
        switches,
        distinctCells: switches,
        collisions: 0,
        box: [3 ** i, 3 ** i],
      });
      expect(facts.fill).toBeCloseTo(fills[i], 3);
    });
  });

  it('has integer cells around an empty centre (LANL-28)', () => {
    const { coordinates } = layoutCells(f1, 6);
    const half = (3 ** 5 - 1) / 2;
    let centre = 0;
    for (let i = 0; i < coordinates.length; i += 2) {
      expect(Number.isInteger(coordinates[i]) && Math.abs(coordinates[i]) <= half).toBe(true);
      if (coordinates[i] === 0 && coordinates[i + 1] === 0) centre++;
    }
    expect(centre).toBe(0);
  });
});

describe('HT', () => {
  it('is tight: box L * 2^(L-1), fill exactly 1/L (LANL-31)', () => {
    [1, 4, 12, 32, 80, 192, 448].forEach((side, i) => {
      const facts = cellFacts(layoutCells(ht, i + 1));
      expect(facts).toMatchObject({ collisions: 0, distinctCells: SWITCHES[i], box: [side, side] });
      expect(facts.fill).toBeCloseTo(1 / (i + 1), 12);
    });
  });

  it('lies on odd halves, on integers 0 .. W-1 after the shift (LANL-30)', () => {
    const { coordinates } = layoutCells(ht, 6);
    for (const value of coordinates) {
      const shifted = value + (192 - 1) / 2;
      expect(Number.isInteger(shifted) && shifted >= 0 && shifted < 192).toBe(true);
    }
  });

  it('has its top layer as the solid central square (LANL-33)', () => {
    const { coordinates, switchesPerLayer } = layoutCells(ht, 6);
    const top = coordinates.subarray(5 * switchesPerLayer * 2);
    expect(Math.max(...top)).toBe(15.5);
    expect(Math.min(...top)).toBe(-15.5);
    expect(1 / 6 ** 2).toBeCloseTo((32 * 32) / (192 * 192), 12);
  });

  it('needs the coefficient n + 2 (LANL-32)', () => {
    const gap = (coefficient: string): number => {
      const { coordinates } = layoutCells(
        pairFromExpressions(`(${coefficient}) * 2^(n-2) * b`, '2^(n-2) * b'),
        4,
      );
      const xs = [...new Set([...coordinates].filter((_, i) => i % 2 === 0))].sort((a, b) => a - b);
      const gaps = xs.slice(1).map((x, i) => x - xs[i]);
      return Math.max(...gaps) === Math.min(...gaps) ? gaps[0] : Number.NaN;
    };
    expect(gap('n+2')).toBe(1);
    expect(gap('n+1')).not.toBe(1);
    expect(gap('n+3')).not.toBe(1);
  });

  it('is the case r = 2 of the general H tree (LANL-32b)', () => {
    for (let levels = 1; levels <= 6; levels++) {
      expect(layoutHTree(levels, { across: 2, down: 2 }).coordinates).toEqual(
        layoutCells(ht, levels).coordinates,
      );
    }
  });

  it('tiles exactly for other arities', () => {
    for (let r = 2; r <= 6; r++) {
      for (let levels = 2; levels <= (r > 3 ? 3 : 4); levels++) {
        const facts = cellFacts(layoutHTree(levels, { across: r, down: r }));
        const side = levels * r ** (levels - 1);
        expect(facts).toMatchObject({ collisions: 0, box: [side, side] });
        expect(axisWidths(levels, r)[levels]).toBe(side);
      }
    }
    expect(cellFacts(layoutHTree(3, { across: 3, down: 2 }))).toMatchObject({ collisions: 0, box: [27, 12] });
  });

  it('gives high layers more room when scaled (LANL-55)', () => {
    const share = (scale: number): number => axisTopShare(layoutHTree(5, { across: 2, down: 2, scale }));
    expect(share(1.5)).toBeGreaterThan(share(1));
    expect(cellFacts(layoutHTree(5, { across: 2, down: 2, scale: 1.5 })).collisions).toBe(0);
  });
});

function axisTopShare({ coordinates, switchesPerLayer, levels }: ReturnType<typeof layoutHTree>): number {
  const top = coordinates.subarray((levels - 1) * switchesPerLayer * 2);
  return Math.max(...top) / Math.max(...coordinates);
}

describe('layouts beyond the paper', () => {
  it.each([f1Space, htSpace, rotatingFractal, mortonStrip])(
    '$name has no collision up to 6 layers',
    (pair) => {
      for (let levels = 1; levels <= 6; levels++)
        expect(cellFacts(layoutCells(pair, levels)).collisions).toBe(0);
    },
  );

  it('MS fills its box completely', () => {
    for (let levels = 1; levels <= 6; levels++) {
      const facts = cellFacts(layoutCells(mortonStrip, levels));
      expect(facts.box).toEqual([levels * 2 ** (levels - 1), 2 ** (levels - 1)]);
      expect(facts.fill).toBe(1);
    }
  });

  it('HT-3D has the box of HT on every axis', () => {
    expect(cellFacts(layoutCells(htSpace, 5)).box).toEqual([80, 80, 80]);
  });
});

function overlappingPairs(coordinates: Float64Array): number {
  let pairs = 0;
  for (let i = 0; i < coordinates.length; i += 2) {
    for (let j = 0; j < i; j += 2) {
      const [dx, dy] = [coordinates[i] - coordinates[j], coordinates[i + 1] - coordinates[j + 1]];
      if (Math.abs(dx) < 1 && Math.abs(dy) < 1) pairs++;
    }
  }
  return pairs;
}

describe('the collision test', () => {
  it('finds the counter-example with disjoint ranges (LANL-24)', () => {
    const pair = pairFromExpressions('2 * 3^(n-1) * b', '3^(n-1) * b');
    expect(cellFacts(layoutCells(pair, 3))).toMatchObject({ switches: 48, distinctCells: 44, collisions: 4 });
    expect(cellFacts(layoutCells(pair, 4))).toMatchObject({ switches: 256, distinctCells: 224 });
    const [collision] = cellFacts(layoutCells(pair, 3)).collidingPairs;
    expect(collision.switches.length).toBe(2);
    expect(collision.switches[0].layer).not.toBe(collision.switches[1].layer);
  });

  it('finds unit cells that overlap by half', () => {
    const pair = pairFromExpressions('(n+1)*2^(n-2)*b', '2^(n-2)*b');
    const facts = cellFacts(layoutCells(pair, 3));
    expect(facts.collisions).toBe(20);
    expect(facts.collidingPairs.length).toBe(20);
  });

  it('agrees with a comparison of all pairs', () => {
    const factor = fc.integer({ min: 1, max: 4 });
    fc.assert(
      fc.property(factor, factor, fc.integer({ min: 1, max: 3 }), (p, q, levels) => {
        const layout = layoutCells(pairFromExpressions(`${p}^(n-1) * a / 2`, `${q}^(n-1) * b / 2`), levels);
        const cells = new Set<string>();
        for (let i = 0; i < layout.coordinates.length; i += 2)
          cells.add(`${layout.coordinates[i]},${layout.coordinates[i + 1]}`);
        const facts = cellFacts(layout);
        expect(facts.distinctCells).toBe(cells.size);
        expect(facts.collisions).toBe(overlappingPairs(layout.coordinates));
      }),
    );
  });

  it('F1 from expressions is F1', () => {
    expect(layoutCells(pairFromExpressions('3^(n-1) * a', '3^(n-1) * b'), 4).coordinates).toEqual(
      layoutCells(f1, 4).coordinates,
    );
  });

  it('refuses expressions that give no vector and absurd sizes', () => {
    expect(() => pairFromExpressions('n', '3^n * b')).toThrow('must give a vector');
    expect(() => layoutCells(f1, 12)).toThrow('12 layers cannot be laid out');
    expect(() => layoutCells(f1, 0)).toThrow('0 layers');
  });
});
