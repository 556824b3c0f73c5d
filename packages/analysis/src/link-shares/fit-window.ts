import { createRandom } from '@weft/model';
import { nonNegativeFit, normalEquations } from './non-negative-fit.ts';

/** What a link carried in each step, and what the jobs with a route over it sent. */
export interface LinkReadings {
  readonly carried: Float64Array;
  readonly sent: readonly Float64Array[];
  /** 1 = the step tells totals, but not who sent them. */
  readonly unsure: Uint8Array;
}

export interface WindowFit {
  /** Steps from .. to. */
  readonly from: number;
  readonly to: number;
  /** Of each job: the part of what it sends that crosses the link. */
  readonly factors: Float64Array;
  /** Sum of squares of what is left over, each in units of what was fitted. */
  readonly error: number;
  readonly weights: Float64Array;
  readonly rows: Int32Array;
}

/** Steps that carry less than this share of the mean count as if they carried it. */
const LEAST_WEIGHED = 0.1;

/** Carried = sum over the jobs of factor times sent, no factor negative. Readings err in proportion to what they read. */
export function fitWindow(readings: LinkReadings, from: number, to: number): WindowFit {
  const { carried, sent } = readings;
  const rows = rowsOf(readings, from, to);
  const rough = nonNegativeFit(normalEquations(sent, carried, relativeWeights(carried, rows), rows));
  const weights = relativeWeights(fittedOf(sent, rough, carried.length), rows);
  const factors = nonNegativeFit(normalEquations(sent, carried, weights, rows), rough);
  const fitted = fittedOf(sent, factors, carried.length);
  let error = 0;
  for (const row of rows) error += weights[row] * (carried[row] - fitted[row]) ** 2;
  return { from, to, factors, error, weights, rows };
}

/** The same fit over steps drawn from those of the window, each time anew. */
export function redrawFit(readings: LinkReadings, fit: WindowFit, draws: number): Float64Array[] {
  const random = createRandom(`${fit.from}/${fit.to}`);
  const { rows, weights, factors } = fit;
  return Array.from({ length: draws }, () => {
    const drawn = rows.map(() => rows[random.below(rows.length)]);
    return nonNegativeFit(normalEquations(readings.sent, readings.carried, weights, drawn), factors);
  });
}

/** Steps that tell who sent; all of them where those are too few. */
function rowsOf({ sent, unsure }: LinkReadings, from: number, to: number): Int32Array {
  const all = Int32Array.from({ length: to - from }, (_, at) => from + at);
  const sure = all.filter((step) => unsure[step] === 0);
  return sure.length > 2 * sent.length ? sure : all;
}

function fittedOf(sent: readonly Float64Array[], factors: Float64Array, steps: number): Float64Array {
  const fitted = new Float64Array(steps);
  sent.forEach((bytes, job) => {
    for (let step = 0; step < steps; step++) fitted[step] += factors[job] * bytes[step];
  });
  return fitted;
}

function relativeWeights(values: Float64Array, rows: Int32Array): Float64Array {
  let sum = 0;
  for (const row of rows) sum += values[row];
  const least = Math.max((LEAST_WEIGHED * sum) / Math.max(1, rows.length), 1);
  return values.map((value) => Math.max(value, least) ** -2);
}
