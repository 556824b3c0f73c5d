import { type Network, textAt } from '@weft/model';
import { type ColourMap, colourMap } from '../../kit/colour-map.ts';
import {
  type ColourScale,
  divergingScale,
  extent,
  linearScale,
  logScale,
  quantileScale,
} from '../../kit/colour-scale.ts';
import type { Theme } from '../../workspace.ts';

export const scaleKinds = ['linear', 'log', 'quantile', 'diverging'] as const;
export type ScaleKind = (typeof scaleKinds)[number];

/** How directions are coloured: four maps as in the paper, or one for all. */
export const mapModes = ['four', 'one'] as const;
export type MapMode = (typeof mapModes)[number];

export interface MatrixMaps {
  readonly up: ColourMap;
  readonly down: ColourMap;
  readonly incoming: ColourMap;
  readonly outgoing: ColourMap;
}

/** The paper's defaults: single-hue green, orange, purple, magenta (TS-20). */
export function matrixMaps(mode: MapMode, kind: ScaleKind, chosen: string, theme: Theme): MatrixMaps {
  const named = (name: string) => colourMap(name, theme);
  if (kind === 'diverging') {
    const map = named(named(chosen).kind === 'diverging' ? chosen : 'PuOr');
    return { up: map, down: map, incoming: map, outgoing: map };
  }
  if (mode === 'one')
    return { up: named(chosen), down: named(chosen), incoming: named(chosen), outgoing: named(chosen) };
  return { up: named('green'), down: named('orange'), incoming: named('purple'), outgoing: named('magenta') };
}

/** As far from 0 to both sides as the largest difference. */
export function differenceScale(values: Float64Array): ColourScale {
  const [low, high] = extent(values);
  const far = Math.max(-low, high) || 1;
  return divergingScale([-far, far], 0);
}

/** One scale for every map, over the values of the links that are drawn. */
export function matrixScale(
  kind: ScaleKind,
  values: Float64Array,
  range: readonly [number, number] | null,
): ColourScale {
  let sum = 0;
  for (const value of values) sum += value;
  const [, high] = extent(values);
  const domain = range ?? ([0, high > 0 ? high : 1] as const);
  if (kind === 'log') return logScale(range ?? [least(values), domain[1]]);
  if (kind === 'quantile') return quantileScale(values);
  if (kind === 'diverging') return divergingScale(domain, values.length > 0 ? sum / values.length : 0);
  return linearScale(domain);
}

/** The least positive value: zero has no logarithm. */
function least(values: Float64Array): number {
  let low = Number.POSITIVE_INFINITY;
  for (const value of values) if (value > 0 && value < low) low = value;
  return Number.isFinite(low) ? low : 0;
}

const FADED = 0x2affffff;

/** Pixels of links: the map by direction, faded where the selection leaves them out. */
export function colourLinks(
  totals: Float64Array,
  drawn: Int32Array,
  down: Uint8Array,
  visible: Uint8Array | null,
  scale: ColourScale,
  maps: MatrixMaps,
  pixels: Uint32Array,
): void {
  const upPixels = maps.up.pixels;
  const downPixels = maps.down.pixels;
  for (let i = 0; i < drawn.length; i++) {
    const link = drawn[i];
    const colour = (down[link] ? downPixels : upPixels)[scale.index(totals[link])];
    pixels[link] = visible !== null && visible[link] === 0 ? colour & FADED : colour;
  }
}

/** 1 for links that go down. */
export function downLinks(network: Network): Uint8Array {
  return Uint8Array.from(network.links.id, (link) =>
    textAt(network.links.direction, link) === 'down' ? 1 : 0,
  );
}

export function fadePixel(pixel: number): number {
  return (pixel & FADED) >>> 0;
}
