import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { zoomText } from '../../src/kit/use-zoom-option.ts';
import { identityTransform, toWorld } from '../../src/kit/zoom-pan.ts';

describe('zoom in an address', () => {
  it('is empty where nothing is zoomed, and ignores nonsense', () => {
    const text = zoomText(800, 600);
    expect(text.print(identityTransform)).toBe('');
    for (const wrong of ['', 'x', '2', '0_1_1', '-1_0_0', '2_a_b'])
      expect(text.parse(wrong)).toBe(identityTransform);
  });

  it('is exact once settled, and less than a pixel away from where the hand left it', () => {
    const size = fc.integer({ min: 100, max: 3000 });
    fc.assert(
      fc.property(
        size,
        size,
        fc.double({ min: 1.01, max: 40, noNaN: true }),
        fc.nat(99),
        (width, height, k, at) => {
          const text = zoomText(width, height);
          const transform = { k, x: -(at / 100) * width * (k - 1), y: -(1 - at / 100) * height * (k - 1) };
          const settled = text.parse(text.print(transform));
          expect(text.print(settled)).toBe(text.print(transform));
          expect(text.parse(text.print(settled))).toEqual(settled);
          expect(Math.abs(settled.x - transform.x)).toBeLessThan(1);
          expect(Math.abs(settled.y - transform.y)).toBeLessThan(1);
        },
      ),
    );
  });

  it('shows the same place in a larger panel', () => {
    const printed = zoomText(400, 300).print({ k: 4, x: -600, y: -450 });
    const larger = zoomText(1200, 900).parse(printed);
    const [x, y] = toWorld(larger, 600, 450);
    expect([x / 1200, y / 900]).toEqual([0.5, 0.5]);
  });
});
