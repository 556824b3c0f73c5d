import { type ColourMap, colourMap, type Theme } from '@weft/draw';
import type { ScaleKind } from '../../kit/link-colour-scale.ts';

/** How directions are coloured: one map for all, where place tells the direction, or a map each, as in the paper. */
export const mapModes = ['one', 'four'] as const;
export type MapMode = (typeof mapModes)[number];

/** What has a map of its own, with the paper's defaults: single-hue green, orange, purple, magenta (TS-20). */
export const mapParts = [
  ['up', 'links up', 'green'],
  ['down', 'links down', 'orange'],
  ['incoming', 'into switch', 'purple'],
  ['outgoing', 'out of switch', 'magenta'],
] as const;

export type MapPart = (typeof mapParts)[number][0];
export type MatrixMaps = Readonly<Record<MapPart, ColourMap>>;

/** Diverging scales need maps with a middle: parts whose map has none take the page's, or purple-orange. */
export function matrixMaps(
  mode: MapMode,
  kind: ScaleKind,
  names: Readonly<Record<MapPart, string>>,
  pageMap: string,
  theme: Theme,
): MatrixMaps {
  const standard = colourMap(pageMap, theme).kind === 'diverging' ? pageMap : 'PuOr';
  const mapOf = (part: MapPart): ColourMap => {
    const map = colourMap(mode === 'one' ? pageMap : names[part], theme);
    return kind === 'diverging' && map.kind !== 'diverging' ? colourMap(standard, theme) : map;
  };
  return {
    up: mapOf('up'),
    down: mapOf('down'),
    incoming: mapOf('incoming'),
    outgoing: mapOf('outgoing'),
  };
}
