/** Plain statistics of a column; all are 0 for an empty one. */

export function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return values.length > 0 ? sum / values.length : 0;
}

/** Standard deviation over mean. */
export function variation(values: ArrayLike<number>): number {
  const centre = mean(values);
  if (centre === 0) return 0;
  let squares = 0;
  for (let i = 0; i < values.length; i++) squares += (values[i] - centre) ** 2;
  return Math.sqrt(squares / values.length) / centre;
}

/** 0 = all values alike, towards 1 = one has all. */
export function gini(values: ArrayLike<number>): number {
  const sorted = Float64Array.from(values).sort();
  let weighted = 0;
  let sum = 0;
  sorted.forEach((value, at) => {
    weighted += (at + 1) * value;
    sum += value;
  });
  const count = sorted.length;
  return sum > 0 ? (2 * weighted) / (count * sum) - (count + 1) / count : 0;
}

/** Entropy in bits of the shares of a total. */
export function entropy(values: ArrayLike<number>): number {
  const sum = mean(values) * values.length;
  let bits = 0;
  for (let i = 0; i < values.length; i++) {
    if (values[i] > 0) bits -= (values[i] / sum) * Math.log2(values[i] / sum);
  }
  return bits;
}

export function largest(values: ArrayLike<number>): number {
  let most = 0;
  for (let i = 0; i < values.length; i++) if (values[i] > most) most = values[i];
  return most;
}
