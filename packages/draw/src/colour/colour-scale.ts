import { upperBound } from '@weft/model';

/** Maps values to the 256 entries of a colour map. */
export interface ColourScale {
  readonly kind: 'linear' | 'log' | 'quantile' | 'diverging';
  readonly domain: readonly [number, number];
  /** 0..255; values outside the domain take the end colours. NaN gives 0. */
  index(value: number): number;
  /** The value a place 0..1 of the legend stands for. */
  invert(place: number): number;
}

export function linearScale(domain: readonly [number, number]): ColourScale {
  const [low, high] = domain;
  const factor = high > low ? 255 / (high - low) : 0;
  return {
    kind: 'linear',
    domain,
    index: (value) => clampIndex((value - low) * factor),
    invert: (place) => low + (high - low) * place,
  };
}

/** A domain that starts at or below 0 starts six decades below its end. */
export function logScale(domain: readonly [number, number]): ColourScale {
  const high = domain[1] > 0 ? domain[1] : 1;
  const low = domain[0] > 0 && domain[0] < high ? domain[0] : high / 1e6;
  const base = Math.log(low);
  const span = Math.log(high) - base;
  return {
    kind: 'log',
    domain: [low, high],
    index: (value) => (value <= low ? 0 : clampIndex(((Math.log(value) - base) / span) * 255)),
    invert: (place) => Math.exp(base + span * place),
  };
}

/** Two linear halves that meet at `middle`, e.g. the average or zero. */
export function divergingScale(domain: readonly [number, number], middle: number): ColourScale {
  const [low, high] = domain;
  const below = middle > low ? 127.5 / (middle - low) : 0;
  const above = high > middle ? 127.5 / (high - middle) : 0;
  return {
    kind: 'diverging',
    domain,
    index: (value) => clampIndex(127.5 + (value - middle) * (value < middle ? below : above)),
    invert: (place) =>
      place < 0.5 ? low + (middle - low) * place * 2 : middle + (high - middle) * (place * 2 - 1),
  };
}

/** Each colour stands for the same number of values. */
export function quantileScale(values: Float64Array): ColourScale {
  const sorted = values.filter(Number.isFinite).sort();
  const last = Math.max(sorted.length - 1, 0);
  const at = (place: number): number => sorted[Math.round(place * last)] ?? 0;
  const cuts = Float64Array.from({ length: 255 }, (_, i) => at((i + 1) / 256));
  return {
    kind: 'quantile',
    domain: [at(0), at(1)],
    index: (value) => (Number.isNaN(value) ? 0 : upperBound(cuts, value)),
    invert: at,
  };
}

/** Lower and upper end of the finite values; [0, 0] where there are none. */
export function extent(values: ArrayLike<number>): [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (value < low) low = value;
    if (value > high && value !== Number.POSITIVE_INFINITY) high = value;
  }
  return low <= high ? [low, high] : [0, 0];
}

function clampIndex(place: number): number {
  return place > 255 ? 255 : place > 0 ? Math.round(place) : 0;
}
