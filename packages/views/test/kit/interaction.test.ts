import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brushPartAt, dragRange, shiftRange } from '../../src/kit/brush-range.ts';
import { formatCsv } from '../../src/kit/export-picture.ts';
import { keepInside, panBy, toWorld, zoomAt } from '../../src/kit/zoom-pan.ts';

describe('brush', () => {
  const limits = [0, 100] as const;

  it('finds handles before the body', () => {
    expect(brushPartAt(12, [10, 60])).toBe('start');
    expect(brushPartAt(57, [10, 60])).toBe('end');
    expect(brushPartAt(30, [10, 60])).toBe('move');
    expect(brushPartAt(80, [10, 60])).toBe('new');
    expect(brushPartAt(80, null)).toBe('new');
  });

  it('stays ordered and within the limits whatever is dragged where', () => {
    const value = fc.double({ min: -200, max: 300, noNaN: true });
    const inside = fc.double({ min: 0, max: 100, noNaN: true });
    fc.assert(
      fc.property(
        fc.constantFrom('new' as const, 'move' as const, 'start' as const, 'end' as const),
        inside,
        inside,
        value,
        value,
        (part, a, b, from, to) => {
          const range = [Math.min(a, b), Math.max(a, b)] as const;
          const [start, end] = dragRange(part, range, from, to, limits);
          expect(start).toBeLessThanOrEqual(end);
          expect(start).toBeGreaterThanOrEqual(-1e-9);
          expect(end).toBeLessThanOrEqual(100 + 1e-9);
          if (part === 'move') expect(end - start).toBeCloseTo(range[1] - range[0]);
        },
      ),
    );
  });

  it('turns around when a handle passes the other', () => {
    expect(dragRange('start', [20, 40], 20, 70, limits)).toEqual([40, 70]);
    expect(shiftRange([20, 40], 90, limits)).toEqual([80, 100]);
  });
});

describe('zoom', () => {
  const limits = { minimum: 0.5, maximum: 50 };

  it('keeps the world point under the pointer', () => {
    const place = fc.double({ min: -500, max: 500, noNaN: true });
    fc.assert(
      fc.property(place, place, fc.double({ min: 0.1, max: 10, noNaN: true }), (px, py, factor) => {
        const before = { k: 2, x: 30, y: -40 };
        const after = zoomAt(before, factor, px, py, limits);
        const [x, y] = toWorld(before, px, py);
        const [x2, y2] = toWorld(after, px, py);
        expect(x2).toBeCloseTo(x, 6);
        expect(y2).toBeCloseTo(y, 6);
        expect(after.k).toBeLessThanOrEqual(limits.maximum);
      }),
    );
  });

  it('cannot lose the picture', () => {
    const moved = keepInside(panBy({ k: 2, x: 0, y: 0 }, 500, -5000), 100, 100);
    expect(moved).toEqual({ k: 2, x: 0, y: -100 });
  });
});

it('CSV quotes what needs it and defuses formulas', () => {
  const text = formatCsv(
    ['a', 'b'],
    [
      ['x,"y"', 1.5],
      ['=1+1', null],
      ['+a', Number.NaN],
    ],
  );
  expect(text).toBe('a,b\r\n"x,""y""",1.5\r\n\'=1+1,\r\n+a,\r\n');
});
