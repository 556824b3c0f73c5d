import { rankedValues } from './ranked-values.ts';

export interface BoxStatistics {
  readonly count: number;
  readonly minimum: number;
  readonly lowerQuartile: number;
  readonly median: number;
  readonly upperQuartile: number;
  readonly maximum: number;
  readonly mean: number;
}

/** Quartiles by linear interpolation (R's type 7), without sorting all values. */
export function boxStatistics(values: Float64Array): BoxStatistics | null {
  const count = values.length;
  if (count === 0) return null;
  let sum = 0;
  for (let i = 0; i < count; i++) sum += values[i];
  const minimum = least(values);
  const maximum = greatest(values);
  const shares = [0.25, 0.5, 0.75].map((share) => (count - 1) * share);
  const places = shares.flatMap((place) => [Math.floor(place), Math.ceil(place)]);
  const found = rankedValues(values, minimum, maximum, places);
  const [lowerQuartile, median, upperQuartile] = shares.map((place, i) => {
    const [low, high] = [found[2 * i], found[2 * i + 1]];
    return low + (high - low) * (place - Math.floor(place));
  });
  return { count, minimum, lowerQuartile, median, upperQuartile, maximum, mean: sum / count };
}

function least(values: Float64Array): number {
  let low = Number.POSITIVE_INFINITY;
  for (let i = 0; i < values.length; i++) if (values[i] < low) low = values[i];
  return low;
}

function greatest(values: Float64Array): number {
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < values.length; i++) if (values[i] > high) high = values[i];
  return high;
}
