import { interpolateCividis, interpolateMagma, interpolateViridis } from 'd3-scale-chromatic';
import { mixStops, packRgba, parseColour } from './rgb.ts';
import type { Theme } from './theme.ts';

/** 256 colours, as pixels for putImageData (0xAABBGGRR) and as CSS text. */
export interface ColourMap {
  readonly name: ColourMapName;
  readonly kind: MapKind;
  readonly pixels: Uint32Array;
  readonly css: readonly string[];
}

/** Ribbon maps run through several hues, to tell translucent ribbons apart that lie on one another. */
type MapKind = 'sequential' | 'diverging' | 'ribbon';

interface MapSpec {
  readonly title: string;
  readonly kind: MapKind;
  readonly colour: (t: number, theme: Theme) => string;
}

/** Low values lie near the ground of the theme: on a light one more is darker, on a dark one more is brighter. */
const specs = {
  cividis: sequential('Cividis', interpolateCividis),
  viridis: sequential('Viridis', interpolateViridis),
  magma: sequential('Magma', interpolateMagma),
  green: singleHue(
    'Green',
    ['#e6f4e6', '#a5d9a6', '#4cae62', '#137a3e', '#003d1a'],
    ['#16261b', '#1d5a34', '#2f9556', '#7fd192', '#e3fbe3'],
  ),
  orange: singleHue(
    'Orange',
    ['#fdeedd', '#fbc68d', '#f08a32', '#bd4f04', '#5f2301'],
    ['#2b1d12', '#6d3709', '#c0650f', '#f6a556', '#fff0dc'],
  ),
  purple: singleHue(
    'Purple',
    ['#efedf6', '#c5c1e0', '#9088c2', '#61449c', '#350a6e'],
    ['#241b2e', '#522f78', '#8d5cc0', '#c4a4ea', '#f6effc'],
  ),
  magenta: singleHue(
    'Magenta',
    ['#fbe9f2', '#f3b4d3', '#dd67a7', '#a91f72', '#560038'],
    ['#2b1522', '#6c1a4c', '#b83582', '#ec86bd', '#fee9f4'],
  ),
  PuOr: diverging(
    'Purple–orange',
    ['#3b1566', '#8173b2', '#f2f1ef', '#e08a26', '#7a3a05'],
    ['#b9a5f5', '#6d5ab0', '#2b2c30', '#bd6c12', '#ffc27a'],
  ),
  BrBG: diverging(
    'Brown–teal',
    ['#543005', '#bf812d', '#f2f2ee', '#36978f', '#003c30'],
    ['#f0c47c', '#9b661c', '#2b2c30', '#23857c', '#8fe3d6'],
  ),
  'blue-red': ribbon(
    'Light blue to dark red',
    ['#6fb3e0', '#c79bc4', '#d0556a', '#7f0d1d'],
    ['#2c5f86', '#8a5a9c', '#e0566e', '#ffc2b0'],
  ),
  'blue-pink': ribbon(
    'Light blue to pink',
    ['#76b8e6', '#b9a9e0', '#dd78b6', '#d6156f'],
    ['#27597c', '#6f5cae', '#d25fa8', '#ffaed6'],
  ),
  'blue-green-red': ribbon(
    'Blue, green, red',
    ['#6fb3e0', '#58a878', '#c9792b', '#7f0d1d'],
    ['#2c5f86', '#2f8f68', '#dd8a3c', '#ffc9ad'],
  ),
} satisfies Record<string, MapSpec>;

export type ColourMapName = keyof typeof specs;

export const colourMapNames: readonly ColourMapName[] = Object.keys(specs).filter(isColourMapName);

export const sequentialMapNames = namesOfKind('sequential');
export const divergingMapNames = namesOfKind('diverging');
/** The maps for ribbons, and one that is safe for colour-blind readers. */
export const ribbonMapNames: readonly ColourMapName[] = [...namesOfKind('ribbon'), 'cividis'];

function isColourMapName(name: string): name is ColourMapName {
  return Object.hasOwn(specs, name);
}

function namesOfKind(kind: MapKind): readonly ColourMapName[] {
  return colourMapNames.filter((name) => specs[name].kind === kind);
}

export function colourMapTitle(name: ColourMapName): string {
  return specs[name].title;
}

const cache = new Map<string, ColourMap>();

/** The map of that name; a name that is unknown, as in an old link, gives cividis. */
export function colourMap(name: string, theme: Theme): ColourMap {
  const known = isColourMapName(name) ? name : 'cividis';
  const key = `${known} ${theme}`;
  const cached = cache.get(key);
  if (cached) return cached;
  const map = buildMap(known, theme);
  cache.set(key, map);
  return map;
}

function buildMap(name: ColourMapName, theme: Theme): ColourMap {
  const spec: MapSpec = specs[name];
  const colours = Array.from({ length: 256 }, (_, i) => parseColour(spec.colour(i / 255, theme)));
  return {
    name,
    kind: spec.kind,
    pixels: Uint32Array.from(colours, (rgb) => packRgba(rgb)),
    css: colours.map(([r, g, b]) => `rgb(${r}, ${g}, ${b})`),
  };
}

/** `interpolate` runs from dark to bright. */
function sequential(title: string, interpolate: (t: number) => string): MapSpec {
  return { title, kind: 'sequential', colour: (t, theme) => interpolate(theme === 'dark' ? t : 1 - t) };
}

function singleHue(title: string, light: readonly string[], dark: readonly string[]): MapSpec {
  return { title, kind: 'sequential', colour: byTheme(light, dark) };
}

function diverging(title: string, light: readonly string[], dark: readonly string[]): MapSpec {
  return { title, kind: 'diverging', colour: byTheme(light, dark) };
}

function ribbon(title: string, light: readonly string[], dark: readonly string[]): MapSpec {
  return { title, kind: 'ribbon', colour: byTheme(light, dark) };
}

function byTheme(light: readonly string[], dark: readonly string[]): MapSpec['colour'] {
  return (t, theme) => mixStops(theme === 'dark' ? dark : light, t);
}
