/** Sums over the rows of a fit: gram[i * n + j] = Σ w xᵢ xⱼ and moment[i] = Σ w xᵢ y. */
interface NormalEquations {
  readonly gram: Float64Array;
  readonly moment: Float64Array;
}

/** Of the rows named, each as often as it is named. */
export function normalEquations(
  columns: readonly Float64Array[],
  values: Float64Array,
  weights: Float64Array,
  rows: ArrayLike<number>,
): NormalEquations {
  const n = columns.length;
  const gram = new Float64Array(n * n);
  const moment = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      const sum = weightedProduct(columns[i], columns[j], weights, rows);
      gram[i * n + j] = sum;
      gram[j * n + i] = sum;
    }
    moment[i] = weightedProduct(columns[i], values, weights, rows);
  }
  return { gram, moment };
}

function weightedProduct(
  a: Float64Array,
  b: Float64Array,
  weights: Float64Array,
  rows: ArrayLike<number>,
): number {
  let sum = 0;
  for (let r = 0; r < rows.length; r++) sum += weights[rows[r]] * a[rows[r]] * b[rows[r]];
  return sum;
}

const MOST_SWEEPS = 10_000;
/** Of the largest factor, in units of their columns. */
const SETTLED = 1e-10;

/** Least squares with factors that are not negative: one factor after the other is set to its best, until none changes. */
export function nonNegativeFit({ gram, moment }: NormalEquations, start?: Float64Array): Float64Array {
  const n = moment.length;
  const factors = start ? start.slice() : new Float64Array(n);
  for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
    let [moved, largest] = [0, 0];
    for (let i = 0; i < n; i++) {
      const size = gram[i * n + i];
      if (size <= 0) continue;
      let slope = moment[i];
      for (let j = 0; j < n; j++) slope -= gram[i * n + j] * factors[j];
      const better = Math.max(0, factors[i] + slope / size);
      const scale = Math.sqrt(size);
      moved = Math.max(moved, Math.abs(better - factors[i]) * scale);
      largest = Math.max(largest, better * scale);
      factors[i] = better;
    }
    if (moved <= SETTLED * largest) break;
  }
  return factors;
}
