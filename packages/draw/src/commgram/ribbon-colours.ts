export type RibbonMapName = 'blue-red' | 'blue-pink' | 'blue-green-red' | 'cividis';
export type RibbonTheme = 'light' | 'dark';

type Rgb = readonly [number, number, number];

interface RibbonMap {
  readonly title: string;
  /** From small to large; on a dark ground the large ones are the bright ones. */
  readonly light: readonly Rgb[];
  readonly dark: readonly Rgb[];
}

/** The first two are those of the case studies. */
export const ribbonMaps: Readonly<Record<RibbonMapName, RibbonMap>> = {
  'blue-red': {
    title: 'Light blue to dark red',
    light: [rgb(0x6fb3e0), rgb(0xc79bc4), rgb(0xd0556a), rgb(0x7f0d1d)],
    dark: [rgb(0x2c5f86), rgb(0x8a5a9c), rgb(0xe0566e), rgb(0xffc2b0)],
  },
  'blue-pink': {
    title: 'Light blue to pink',
    light: [rgb(0x76b8e6), rgb(0xb9a9e0), rgb(0xdd78b6), rgb(0xd6156f)],
    dark: [rgb(0x27597c), rgb(0x6f5cae), rgb(0xd25fa8), rgb(0xffaed6)],
  },
  'blue-green-red': {
    title: 'Blue, green, red',
    light: [rgb(0x6fb3e0), rgb(0x58a878), rgb(0xc9792b), rgb(0x7f0d1d)],
    dark: [rgb(0x2c5f86), rgb(0x2f8f68), rgb(0xdd8a3c), rgb(0xffc9ad)],
  },
  cividis: {
    title: 'Cividis (colour-blind safe)',
    light: [rgb(0xd9c95f), rgb(0x9a9b75), rgb(0x5b6370), rgb(0x00204d)],
    dark: [rgb(0x2b446e), rgb(0x6a6d74), rgb(0xb3a66a), rgb(0xffea46)],
  },
};

export const ribbonMapNames = Object.keys(ribbonMaps) as readonly RibbonMapName[];

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

export interface RibbonColourOptions {
  readonly map: RibbonMapName;
  readonly theme: RibbonTheme;
  readonly domain: readonly [number, number];
  readonly unit?: string;
  readonly title?: string;
}

const LEVELS = 128;

export function ribbonColours(options: RibbonColourOptions): RibbonColours {
  const { map, theme, unit = 'B', title = 'bytes of a ribbon' } = options;
  const [low, high] = options.domain;
  const stops = ribbonMaps[map][theme];
  const log = low > 0 && high / low >= 4;
  const span = log ? Math.log(high / low) : high;
  const css = Array.from({ length: LEVELS + 1 }, (_, i) => `rgb(${mix(stops, i / LEVELS).join(', ')})`);
  const clamp = (place: number) => Math.min(Math.max(place, 0), 1) || 0;
  return {
    domain: [log ? low : 0, high],
    unit,
    title,
    place: (size) => clamp(span > 0 ? (log ? Math.log(size / low) : size) / span : 1),
    invert: (place) => (log ? low * Math.exp(span * place) : span * place),
    colour: (place) => mix(stops, clamp(place)),
    css: (place) => css[Math.round(clamp(place) * LEVELS)],
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

function mix(stops: readonly Rgb[], place: number): Rgb {
  const at = place * (stops.length - 1);
  const low = Math.min(Math.floor(at), stops.length - 2);
  const [a, b] = [stops[low], stops[low + 1]];
  const channel = (i: 0 | 1 | 2) => Math.round(a[i] + (b[i] - a[i]) * (at - low));
  return [channel(0), channel(1), channel(2)];
}

function rgb(hex: number): Rgb {
  return [hex >> 16, (hex >> 8) & 255, hex & 255];
}
