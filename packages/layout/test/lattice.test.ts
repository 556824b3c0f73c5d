import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layoutLattice, nextCell } from '../src/index.ts';

const area = { x: 10, y: 20, width: 300, height: 200 };
const FLAT = { back: [0, 0], largest: 50, centred: false } as const;

describe('a lattice of up to three directions', () => {
  it('places nodes in rows and columns, with a stub that closes each ring', () => {
    const { cells, places, lines, wraps, pitch } = layoutLattice([4, 2], [true, true], area, FLAT);
    expect([...cells]).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(pitch).toBe(50);
    expect([...places.slice(0, 4)]).toEqual([10, 20, 60, 20]);
    expect(lines).toHaveLength(16);
    expect(wraps.reduce((sum, wrap) => sum + wrap)).toBe(4 + 2);
  });

  it('has no stub where a mesh ends, and no line along a dimension of one', () => {
    const { lines, wraps } = layoutLattice([4, 1], [false, true], area, FLAT);
    expect([...lines]).toEqual([0, 3, 6]);
    expect([...wraps]).toEqual([0, 0, 0]);
  });

  it('puts layers behind one another, the farthest first', () => {
    const { cells, places, back } = layoutLattice([2, 1, 2], [true, true, true], area, {
      ...FLAT,
      back: [0.5, 0.4],
    });
    expect([...cells]).toEqual([2, 3, 0, 1]);
    expect(places[0] - places[4]).toBeCloseTo(back[0]);
    expect(places[1] - places[5]).toBeCloseTo(back[1]);
    expect(back[1]).toBeLessThan(0);
  });

  it('draws a section: lines end at its edge, rings are closed only where it reaches the last node', () => {
    const section = [[1, 2]] as const;
    const { cells, lines } = layoutLattice([4], [true], area, { ...FLAT, section });
    expect([...cells]).toEqual([1, 2]);
    expect([...lines]).toEqual([3]);
  });

  it('keeps every node and every end of a line within its area', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 3 });
    const part = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(sizes, part, part, (own, right, up) => {
        const wishes = { back: [right, up], largest: 60 } as const;
        const rings = own.map(() => true);
        const { places, ends, lines, cells } = layoutLattice(own, rings, area, wishes);
        const points = [...places, ...ends];
        points.forEach((at, i) => {
          const [low, length] = i % 2 === 0 ? [area.x, area.width] : [area.y, area.height];
          expect(at).toBeGreaterThan(low - 0.01);
          expect(at).toBeLessThan(low + length + 0.01);
        });
        const nodes = own.reduce((all, size) => all * size, 1);
        expect(cells).toHaveLength(nodes);
        expect(lines).toHaveLength(nodes * own.filter((size) => size > 1).length);
      }),
      { numRuns: 60 },
    );
  });

  it('knows the next cell round the ring', () => {
    expect([0, 1, 2].map((axis) => nextCell([4, 2, 3], 23, axis))).toEqual([20, 19, 7]);
  });
});
