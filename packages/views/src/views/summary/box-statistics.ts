export interface BoxStatistics {
  readonly count: number;
  readonly minimum: number;
  readonly lowerQuartile: number;
  readonly median: number;
  readonly upperQuartile: number;
  readonly maximum: number;
  readonly mean: number;
}

/** Quartiles by linear interpolation (R's type 7), by selection instead of sorting. Reorders `values`. */
export function boxStatistics(values: Float64Array): BoxStatistics | null {
  const count = values.length;
  if (count === 0) return null;
  let sum = 0;
  for (let i = 0; i < count; i++) sum += values[i];
  const median = quantile(values, 0, 0.5);
  const middle = Math.floor((count - 1) / 2);
  const lowerQuartile = quantile(values, 0, 0.25, middle);
  const upperQuartile = quantile(values, Math.floor((count - 1) * 0.5), 0.75);
  return {
    count,
    minimum: least(values, 0, count),
    lowerQuartile,
    median,
    upperQuartile,
    maximum: greatest(values),
    mean: sum / count,
  };
}

/** The values from `from` on are known to be no less than those before it; those up to `to` likewise. */
function quantile(values: Float64Array, from: number, share: number, to = values.length - 1): number {
  const place = (values.length - 1) * share;
  const low = Math.floor(place);
  selectNth(values, low, from, Math.max(to, low));
  const first = values[low];
  if (low === place) return first;
  return first + (least(values, low + 1, values.length) - first) * (place - low);
}

/** Hoare's selection: afterwards values[n] is what sorting would put there, less before it, more after it. */
export function selectNth(values: Float64Array, n: number, from = 0, to = values.length - 1): void {
  let low = from;
  let high = to;
  while (low < high) {
    const pivot = medianOfThree(values[low], values[(low + high) >>> 1], values[high]);
    let i = low;
    let j = high;
    while (i <= j) {
      while (values[i] < pivot) i++;
      while (values[j] > pivot) j--;
      if (i > j) break;
      const held = values[i];
      values[i++] = values[j];
      values[j--] = held;
    }
    if (n <= j) high = j;
    else if (n >= i) low = i;
    else return;
  }
}

function medianOfThree(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}

function least(values: Float64Array, from: number, to: number): number {
  let low = Number.POSITIVE_INFINITY;
  for (let i = from; i < to; i++) if (values[i] < low) low = values[i];
  return low;
}

function greatest(values: Float64Array): number {
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < values.length; i++) if (values[i] > high) high = values[i];
  return high;
}
