import { LAYER_COLOURS } from '@weft/layout';
import { categoryColour } from '../../kit/categories.ts';
import type { ColourMap } from '../../kit/colour-map.ts';
import { extent, linearScale } from '../../kit/colour-scale.ts';
import { parseColour, type Rgb } from '../../kit/rgb.ts';
import type { ThemeColours } from '../../kit/theme.ts';
import type { Attribute } from './attributes.ts';

/** Colours of marks, as packed rows of 0xAABBGGRR. */
export interface Paint {
  readonly colours: Uint32Array;
  readonly legend: PaintLegend;
}

export type PaintLegend =
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
    ? paintNumbers(attribute.values, attribute.title, attribute.unit, map, colours)
    : paintCategories(attribute, colours);
}

export function paintNumbers(
  values: ArrayLike<number>,
  title: string,
  unit: string,
  map: ColourMap,
  colours: ThemeColours,
  domain: readonly [number, number] = extent(values),
): Paint {
  const scale = linearScale(domain);
  const none = packColour(parseColour(colours.faded));
  const packed = Uint32Array.from(values, (value) =>
    Number.isNaN(value) ? none : map.pixels[scale.index(value)],
  );
  return { colours: packed, legend: { kind: 'scale', title, unit, domain } };
}

export function paintLayers(level: Int32Array, colours: ThemeColours): Paint {
  const levels = level.reduce((a, b) => Math.max(a, b), 0);
  const names = Array.from({ length: levels + 1 }, (_, layer) => ({
    colour: layer === 0 ? colours.muted : layerColour(layer),
    name: layer === 0 ? 'hosts' : `layer ${layer}`,
  }));
  const packed = names.map(({ colour }) => packColour(parseColour(colour)));
  return {
    colours: Uint32Array.from(level, (value) => packed[Math.max(0, value)]),
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
    colours: Uint32Array.from(codes, (code) => (code < 0 ? none : packed[code])),
    legend: {
      kind: 'keys',
      title,
      keys: names.map((name, code) => ({ colour: categoryColour(code), name })),
    },
  };
}
