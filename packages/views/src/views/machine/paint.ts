import {
  type ColourMap,
  categoryColour,
  LAYER_COLOURS,
  linearScale,
  parseColour,
  type Rgb,
  type ThemeColours,
} from '@weft/draw';
import type { Attribute, NumberAttribute } from './attributes.ts';
import type { shapeNames } from './mark-layer.ts';

/** Colours of marks, as packed rows of 0xAABBGGRR. */
export interface Paint {
  readonly colours: Uint32Array;
  /** Where each value lies on its scale, 0 to 1; null for names. */
  readonly shares: Float32Array | null;
  readonly legend: ColourLegend;
}

/** What a look means: colours on a scale or by name, sizes, shapes. */
export type Legend =
  | ColourLegend
  | {
      readonly kind: 'sizes';
      readonly title: string;
      readonly unit: string;
      readonly domain: readonly [number, number];
      readonly mark: 'square' | 'line';
    }
  | {
      readonly kind: 'shapes';
      readonly title: string;
      readonly keys: readonly { readonly shape: (typeof shapeNames)[number]; readonly name: string }[];
    };

export type ColourLegend =
  | {
      readonly kind: 'scale';
      readonly title: string;
      readonly unit: string;
      readonly domain: readonly [number, number];
    }
  | {
      readonly kind: 'keys';
      readonly title: string;
      readonly keys: readonly { readonly colour: string; readonly name: string }[];
    };

export function packColour([r, g, b]: Rgb, alpha = 255): number {
  return ((alpha << 24) | (b << 16) | (g << 8) | r) >>> 0;
}

/** A packed colour for SVG, made darker by `light` below 1. */
export function cssOf(packed: number, light = 1): string {
  const parts = [packed & 255, (packed >> 8) & 255, (packed >> 16) & 255];
  return `rgb(${parts.map((part) => Math.min(255, Math.round(part * light))).join(', ')})`;
}

export function mixColours(a: Rgb, b: Rgb, share: number): Rgb {
  return [0, 1, 2].map((i) => Math.round(a[i] + (b[i] - a[i]) * share)) as unknown as Rgb;
}

export function layerColour(layer: number): string {
  return LAYER_COLOURS[(layer - 1 + LAYER_COLOURS.length) % LAYER_COLOURS.length];
}

/** Steps of brightness between an idle and a busy switch. */
export const LEVELS_OF_LIGHT = 16;

/** [layer * 16 + brightness]: a layer's colour from nearly asleep to glowing; layer 0 (hosts) is grey. */
export function activityTable(levels: number, colours: ThemeColours, dark: boolean): Uint32Array {
  const table = new Uint32Array((levels + 1) * LEVELS_OF_LIGHT);
  const ground = parseColour(colours.background);
  for (let layer = 0; layer <= levels; layer++) {
    const full = parseColour(layer === 0 ? colours.muted : layerColour(layer));
    const glow = dark ? mixColours(full, [255, 255, 255], 0.25) : full;
    for (let light = 0; light < LEVELS_OF_LIGHT; light++) {
      const share = light === 0 ? 0.2 : 0.36 + (0.64 * light) / (LEVELS_OF_LIGHT - 1);
      table[layer * LEVELS_OF_LIGHT + light] = packColour(mixColours(ground, glow, share));
    }
  }
  return table;
}

/** From asleep (0) to brightest: one message already shows, `full` of them glow. */
export function brightness(messages: number, full: number): number {
  if (messages <= 0) return 0;
  return Math.min(LEVELS_OF_LIGHT - 1, 1 + Math.floor(((LEVELS_OF_LIGHT - 2) * messages) / full));
}

export function paintAttribute(attribute: Attribute, map: ColourMap, colours: ThemeColours): Paint {
  return attribute.kind === 'number'
    ? paintNumbers(attribute, map, colours)
    : paintCategories(attribute, colours);
}

function paintNumbers(
  { values, title, unit, domain }: NumberAttribute,
  map: ColourMap,
  colours: ThemeColours,
): Paint {
  const scale = linearScale(domain);
  const none = packColour(parseColour(colours.faded));
  const packed = new Uint32Array(values.length).map((_, i) =>
    Number.isNaN(values[i]) ? none : map.pixels[scale.index(values[i])],
  );
  const span = domain[1] - domain[0] || 1;
  const shares = new Float32Array(values.length).map((_, i) => (values[i] - domain[0]) / span);
  return { colours: packed, shares, legend: { kind: 'scale', title, unit, domain } };
}

export function paintLayers(level: Int32Array, colours: ThemeColours): Paint {
  const levels = level.reduce((a, b) => Math.max(a, b), 0);
  const names = Array.from({ length: levels + 1 }, (_, layer) => ({
    colour: layer === 0 ? colours.muted : layerColour(layer),
    name: layer === 0 ? 'hosts' : `layer ${layer}`,
  }));
  const packed = names.map(({ colour }) => packColour(parseColour(colour)));
  return {
    colours: new Uint32Array(level.length).map((_, v) => packed[Math.max(0, level[v])]),
    shares: null,
    legend: { kind: 'keys', title: 'layer', keys: names },
  };
}

function paintCategories(
  { codes, names, title }: Extract<Attribute, { kind: 'category' }>,
  colours: ThemeColours,
): Paint {
  const packed = names.map((_, code) => packColour(parseColour(categoryColour(code))));
  const none = packColour(parseColour(colours.faded));
  return {
    colours: new Uint32Array(codes.length).map((_, i) => (codes[i] < 0 ? none : packed[codes[i]])),
    shares: null,
    legend: {
      kind: 'keys',
      title,
      keys: names.map((name, code) => ({ colour: categoryColour(code), name })),
    },
  };
}
