import {
  type ColourMap,
  categoryColour,
  layerColour,
  linearScale,
  packRgba,
  parseColour,
  type ThemeColours,
} from '@weft/draw';
import type { Attribute, NumberAttribute } from './attributes.ts';
import type { ColourLegend } from './legend.ts';

/** Colours of vertices or links, packed as 0xAABBGGRR, and what they mean. */
export interface Colouring {
  readonly colours: Uint32Array;
  /** Where each value lies on its scale, 0 to 1; null for names. */
  readonly shares: Float32Array | null;
  readonly legend: ColourLegend;
}

export function colourByAttribute(attribute: Attribute, map: ColourMap, colours: ThemeColours): Colouring {
  return attribute.kind === 'number'
    ? colourNumbers(attribute, map, colours)
    : colourCategories(attribute, colours);
}

function colourNumbers(
  { values, title, unit, domain }: NumberAttribute,
  map: ColourMap,
  colours: ThemeColours,
): Colouring {
  const scale = linearScale(domain);
  const none = packRgba(parseColour(colours.faded));
  const packed = new Uint32Array(values.length).map((_, i) =>
    Number.isNaN(values[i]) ? none : map.pixels[scale.index(values[i])],
  );
  const span = domain[1] - domain[0] || 1;
  const shares = new Float32Array(values.length).map((_, i) => (values[i] - domain[0]) / span);
  return { colours: packed, shares, legend: { kind: 'scale', title, unit, domain } };
}

export function colourByLayer(level: Int32Array, colours: ThemeColours): Colouring {
  const levels = level.reduce((a, b) => Math.max(a, b), 0);
  const names = Array.from({ length: levels + 1 }, (_, layer) => ({
    colour: layer === 0 ? colours.muted : layerColour(layer),
    name: layer === 0 ? 'hosts' : `layer ${layer}`,
  }));
  const packed = names.map(({ colour }) => packRgba(parseColour(colour)));
  return {
    colours: new Uint32Array(level.length).map((_, v) => packed[Math.max(0, level[v])]),
    shares: null,
    legend: { kind: 'keys', title: 'layer', keys: names },
  };
}

function colourCategories(
  { codes, names, title }: Extract<Attribute, { kind: 'category' }>,
  colours: ThemeColours,
): Colouring {
  const packed = names.map((_, code) => packRgba(parseColour(categoryColour(code))));
  const none = packRgba(parseColour(colours.faded));
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
