import { type ColourScale, divergingScale, linearScale, logScale, quantileScale } from '@weft/draw';

export const scaleKinds = ['linear', 'log', 'quantile', 'diverging'] as const;
export type ScaleKind = (typeof scaleKinds)[number];

/** Figures of what is coloured. A picture may show links that have no cell of their own: extremes count every link. */
export interface LinkFigures {
  readonly low: number;
  readonly high: number;
  /** Of the links that have cells. */
  readonly mean: number;
  /** The least above zero: zero has no logarithm. */
  readonly leastPositive: number;
  /** Does a link that has a cell carry nothing? */
  readonly idle: boolean;
}

/** Of one side, or of both sides of a comparison together; `heldEnd` where the scale has to reach further than they do. */
export function linkFigures(
  sides: readonly Float64Array[],
  drawn: Int32Array,
  heldEnd: number | null = null,
): LinkFigures {
  const { low, leastPositive, ...found } = extremes(sides);
  const high = Math.max(found.high, heldEnd ?? found.high);
  if (!(low <= high)) return { low: 0, high: 0, mean: 0, leastPositive: 0, idle: true };
  let sum = 0;
  let count = 0;
  let idle = false;
  for (const totals of sides) {
    if (totals.length === 0) continue;
    count += drawn.length;
    for (let i = 0; i < drawn.length; i++) {
      const value = totals[drawn[i]];
      sum += value;
      if (value === 0) idle = true;
    }
  }
  return { low, high, mean: count > 0 ? sum / count : 0, leastPositive, idle };
}

function extremes(sides: readonly Float64Array[]) {
  let low = Number.POSITIVE_INFINITY;
  let leastPositive = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const totals of sides) {
    for (let link = 0; link < totals.length; link++) {
      const value = totals[link];
      if (value < low) low = value;
      if (value > high) high = value;
      if (value > 0 && value < leastPositive) leastPositive = value;
    }
  }
  return { low, high, leastPositive: Number.isFinite(leastPositive) ? leastPositive : 0 };
}

interface ScaleChoice {
  readonly kind: ScaleKind;
  /** Null: from 0 (or the least) to the largest link. */
  readonly range: readonly [number, number] | null;
  /** Mid point of the diverging scale; null = the average. */
  readonly middle: number | null;
  /** Totals are signed differences: zero is the mid point, both signs reach equally far. */
  readonly difference?: boolean;
}

/** One scale for all that is drawn, so that its colours compare. */
export function linkColourScale(
  { kind, range, middle, difference }: ScaleChoice,
  figures: LinkFigures,
  sides: readonly Float64Array[],
): ColourScale {
  const { high, low, mean, leastPositive } = figures;
  if (difference) {
    const far = (range ? Math.max(-range[0], range[1]) : Math.max(-low, high)) || 1;
    return divergingScale([-far, far], 0);
  }
  const domain = range ?? ([Math.min(0, low), high > 0 ? high : 1] as const);
  if (kind === 'log') return logScale(range ?? [leastPositive, domain[1]]);
  if (kind === 'quantile') return quantileScale(sampled(sides, figures));
  if (kind === 'diverging') return divergingScale(domain, middle ?? mean);
  return linearScale(domain);
}

const SAMPLE_SIZE = 32_768;

/** Every n-th link is enough for 256 colours; the extremes are always among them. */
function sampled(sides: readonly Float64Array[], { low, high }: LinkFigures): Float64Array {
  const links = sides.reduce((sum, totals) => sum + totals.length, 0);
  const stride = Math.max(1, Math.ceil(links / SAMPLE_SIZE));
  const values = [low, high];
  for (const totals of sides) {
    for (let link = 0; link < totals.length; link += stride) values.push(totals[link]);
  }
  return Float64Array.from(values);
}
