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

const shares = [0.25, 0.5, 0.75];

/** Quartiles by linear interpolation (R's type 7), without sorting all values; there must be at least one. */
export function boxStatistics(
  values: Float64Array,
  { minimum, maximum, sum }: { readonly minimum: number; readonly maximum: number; readonly sum: number },
): BoxStatistics {
  const count = values.length;
  const exact = shares.map((share) => (count - 1) * share);
  const places = exact.flatMap((place) => [Math.floor(place), Math.ceil(place)]);
  const found = rankedValues(values, minimum, maximum, places);
  const [lowerQuartile, median, upperQuartile] = exact.map((place, i) => {
    const [low, high] = [found[2 * i], found[2 * i + 1]];
    return low + (high - low) * (place - Math.floor(place));
  });
  return { count, minimum, lowerQuartile, median, upperQuartile, maximum, mean: sum / count };
}
