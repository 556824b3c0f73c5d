import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  colourMap,
  colourMapNames,
  divergingScale,
  extent,
  formatHex,
  jobColour,
  linearScale,
  logScale,
  mixStops,
  packRgba,
  parseColour,
  quantileScale,
  sequentialMapNames,
  themeColours,
  toOklab,
} from '../src/index.ts';

/** The contrast ratio of WCAG. */
function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

function luminance(css: string): number {
  const [r, g, b] = parseColour(css).map((byte) => {
    const value = byte / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

describe('colour maps', () => {
  it('have 256 opaque pixels that equal their CSS text, in both themes', () => {
    for (const name of colourMapNames) {
      for (const theme of ['light', 'dark'] as const) {
        const map = colourMap(name, theme);
        expect(map.pixels.length).toBe(256);
        map.css.forEach((css, i) => {
          expect(map.pixels[i]).toBe(packRgba(parseColour(css)));
        });
      }
    }
  });

  it('of amounts: more is darker on a light ground and brighter on a dark one', () => {
    for (const name of sequentialMapNames) {
      for (const theme of ['light', 'dark'] as const) {
        const lightness = colourMap(name, theme).css.map((css) => toOklab(parseColour(css))[0]);
        const sign = theme === 'dark' ? 1 : -1;
        for (let i = 16; i < 256; i += 16) {
          expect(((lightness[i] as number) - (lightness[i - 16] as number)) * sign).toBeGreaterThan(0);
        }
      }
    }
  });

  it('show their largest amounts at 3:1 or more against the ground, in both themes', () => {
    for (const name of colourMapNames) {
      for (const theme of ['light', 'dark'] as const) {
        const { css, kind } = colourMap(name, theme);
        const ends = kind === 'diverging' ? [css[0], css[255]] : [css[255]];
        for (const end of ends) {
          for (const ground of [themeColours(theme).plot, themeColours(theme).background]) {
            expect(contrast(end, ground), `${name}, ${theme}`).toBeGreaterThanOrEqual(3);
          }
        }
      }
    }
  });

  it('that diverge are nearest to the background in the middle', () => {
    for (const name of ['PuOr', 'BrBG'] as const) {
      const light = colourMap(name, 'light').css.map((css) => toOklab(parseColour(css))[0]);
      expect(Math.max(...light)).toBeCloseTo(light[127] as number, 1);
      const dark = colourMap(name, 'dark').css.map((css) => toOklab(parseColour(css))[0]);
      expect(Math.min(...dark)).toBeCloseTo(dark[127] as number, 1);
    }
  });

  it('fall back to cividis for an unknown name', () => {
    expect(colourMap('rainbow', 'light').name).toBe('cividis');
    expect(colourMap('toString', 'light').name).toBe('cividis');
  });

  it('mixing keeps the stops', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
        const hex = `#${value.toString(16).padStart(6, '0')}`;
        expect(formatHex(parseColour(hex))).toBe(hex);
        expect(mixStops([hex, '#000000'], 0)).toBe(hex);
      }),
    );
  });
});

describe('colour scales', () => {
  const finite = fc.double({ min: -1e15, max: 1e15, noNaN: true });

  it('never leave 0..255 and rise with the value', () => {
    fc.assert(
      fc.property(fc.array(finite, { minLength: 2, maxLength: 60 }), finite, finite, (values, a, b) => {
        const domain = extent(values);
        const scales = [
          linearScale(domain),
          logScale(domain),
          divergingScale(domain, (domain[0] + domain[1]) / 2),
          quantileScale(Float64Array.from(values)),
        ];
        for (const scale of scales) {
          const [low, high] = [scale.index(Math.min(a, b)), scale.index(Math.max(a, b))];
          expect(low).toBeLessThanOrEqual(high);
          expect(low).toBeGreaterThanOrEqual(0);
          expect(high).toBeLessThanOrEqual(255);
          expect(Number.isInteger(low)).toBe(true);
          expect(scale.index(Number.NaN)).toBe(0);
        }
      }),
    );
  });

  it('invert what they map', () => {
    for (const scale of [linearScale([0, 4e12]), logScale([1, 1e9]), divergingScale([0, 3e12], 1e12)]) {
      for (const place of [0, 0.2, 0.5, 0.7, 1]) {
        expect(scale.index(scale.invert(place))).toBe(Math.round(place * 255));
      }
    }
  });

  it('quantiles share the values out evenly', () => {
    const values = Float64Array.from({ length: 2560 }, (_, i) => i ** 4);
    const counts = new Array(256).fill(0);
    const scale = quantileScale(values);
    for (const value of values) counts[scale.index(value)]++;
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(2);
  });
});

it('a job keeps its colour', () => {
  expect(jobColour(3)).toBe(jobColour(3));
  expect(new Set([0, 1, 2, 3, 4, 5, 6].map(jobColour)).size).toBe(7);
});
