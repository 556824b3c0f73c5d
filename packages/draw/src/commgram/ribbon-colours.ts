import { colourMap } from '../colour/colour-map.ts';
import { parseColour, type Rgb } from '../colour/rgb.ts';
import type { Theme } from '../colour/theme.ts';

/** Sizes on a logarithmic scale; linear from 0 where the largest is less than four times the smallest. */
export interface RibbonColours {
  readonly domain: readonly [number, number];
  readonly unit: string;
  readonly title: string;
  /** Place of a size between smallest and largest, 0 .. 1. */
  place(size: number): number;
  /** The size at a place. */
  invert(place: number): number;
  colour(place: number): Rgb;
  css(place: number): string;
  /** Larger is more opaque; all leave what lies below visible. */
  alpha(place: number): number;
}

interface RibbonColourOptions {
  readonly map: string;
  readonly theme: Theme;
  readonly domain: readonly [number, number];
  readonly unit?: string;
  readonly title?: string;
}

export function ribbonColours(options: RibbonColourOptions): RibbonColours {
  const { map, theme, unit = 'B', title = 'bytes of a ribbon' } = options;
  const [low, high] = options.domain;
  const log = low > 0 && high / low >= 4;
  const span = log ? Math.log(high / low) : high;
  const css = colourMap(map, theme).css;
  const clamp = (place: number) => Math.min(Math.max(place, 0), 1) || 0;
  const cssAt = (place: number) => css[Math.round(clamp(place) * (css.length - 1))];
  return {
    domain: [log ? low : 0, high],
    unit,
    title,
    place: (size) => clamp(span > 0 ? (log ? Math.log(size / low) : size) / span : 1),
    invert: (place) => (log ? low * Math.exp(span * place) : span * place),
    colour: (place) => parseColour(cssAt(place)),
    css: cssAt,
    alpha: (place) => 0.42 + 0.42 * clamp(place),
  };
}

/** Smallest and largest positive size. */
export function sizeDomain(sizes: ArrayLike<number>): [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = 0;
  for (let i = 0; i < sizes.length; i++) {
    if (sizes[i] > 0 && sizes[i] < low) low = sizes[i];
    if (sizes[i] > high) high = sizes[i];
  }
  return high > 0 ? [low, high] : [0, 0];
}
