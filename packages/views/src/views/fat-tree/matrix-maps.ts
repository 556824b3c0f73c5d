import {
  type ColourMap,
  type ColourScale,
  colourMap,
  divergingScale,
  linearScale,
  logScale,
  quantileScale,
  type Theme,
} from '@weft/draw';

export const scaleKinds = ['linear', 'log', 'quantile', 'diverging'] as const;
export type ScaleKind = (typeof scaleKinds)[number];

/** How directions are coloured: a map each, as in the paper, or one for all. */
export const mapModes = ['four', 'one'] as const;
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

/** Figures of the links that are drawn. */
export interface LinkFigures {
  readonly count: number;
  readonly low: number;
  readonly high: number;
  readonly mean: number;
  /** The least above zero: zero has no logarithm. */
  readonly leastPositive: number;
}

/** Of one side, or of both sides of a comparison together. */
export function linkFigures(sides: readonly Float64Array[], drawn: Int32Array): LinkFigures {
  let low = Number.POSITIVE_INFINITY;
  let leastPositive = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  let sum = 0;
  let count = 0;
  for (const totals of sides) {
    if (totals.length === 0) continue;
    count += drawn.length;
    for (let i = 0; i < drawn.length; i++) {
      const value = totals[drawn[i]];
      sum += value;
      if (value < low) low = value;
      if (value > high) high = value;
      if (value > 0 && value < leastPositive) leastPositive = value;
    }
  }
  if (!(low <= high)) return { count: 0, low: 0, high: 0, mean: 0, leastPositive: 0 };
  return {
    count,
    low,
    high,
    mean: sum / count,
    leastPositive: Number.isFinite(leastPositive) ? leastPositive : 0,
  };
}

export interface ScaleChoice {
  readonly kind: ScaleKind;
  /** Null: from 0 (or the least) to the largest link. */
  readonly range: readonly [number, number] | null;
  /** Mid point of the diverging scale; null = the average. */
  readonly middle: number | null;
  /** Totals are signed differences: zero is the mid point, both signs reach equally far. */
  readonly difference?: boolean;
}

/** One scale for every map, so that colours of all parts compare. */
export function matrixScale(
  { kind, range, middle, difference }: ScaleChoice,
  figures: LinkFigures,
  sides: readonly Float64Array[],
  drawn: Int32Array,
): ColourScale {
  const { high, low, mean, leastPositive } = figures;
  if (difference) {
    const far = (range ? Math.max(-range[0], range[1]) : Math.max(-low, high)) || 1;
    return divergingScale([-far, far], 0);
  }
  const domain = range ?? ([Math.min(0, low), high > 0 ? high : 1] as const);
  if (kind === 'log') return logScale(range ?? [leastPositive, domain[1]]);
  if (kind === 'quantile') return quantileScale(sampled(sides, drawn, figures.count));
  if (kind === 'diverging') return divergingScale(domain, middle ?? mean);
  return linearScale(domain);
}

const SAMPLE_SIZE = 32_768;

/** Every n-th link is enough for 256 colours. */
function sampled(sides: readonly Float64Array[], drawn: Int32Array, count: number): Float64Array {
  const stride = Math.max(1, Math.ceil(count / SAMPLE_SIZE));
  const values: number[] = [];
  for (const totals of sides) {
    if (totals.length === 0) continue;
    for (let i = 0; i < drawn.length; i += stride) values.push(totals[drawn[i]]);
  }
  return Float64Array.from(values);
}
