import { type Cube, type MetricInfo, rangeTotals, type Selection, stepRange } from '@weft/model';
import { createBufferPair } from './buffer-pair.ts';
import type { MetricPlan } from './metric-plan.ts';
import { createRangeMaxima } from './range-maxima.ts';

type Aggregate = Selection['aggregate'];

/** One metric per link over a time range: its sum, mean, maximum or rate. Each call fills one of two buffers. */
type StepAggregator = (metric: MetricInfo, aggregate: Aggregate, time: Selection['time']) => Float64Array;

export function createStepAggregator(cube: Cube): StepAggregator {
  const maxima = createRangeMaxima(cube);
  const next = createBufferPair((length) => new Float64Array(length));
  return (metric, aggregate, time) => {
    const buffer = next(cube.links);
    const [first, last] = stepRange(cube, time);
    if (aggregate === 'max') return maxima(first, last, buffer);
    rangeTotals(cube, first, last, buffer);
    return divide(buffer, divisor(cube, metric, aggregate, first, last));
  };
}

/** Levels do not add up over time: their mean is shown where a sum or a rate is asked for. */
export function meaningfulAggregate(plan: MetricPlan | null, aggregate: Aggregate): Aggregate {
  const level = plan?.parts.some(({ kind }) => kind === 'gauge') ?? false;
  return level && aggregate !== 'max' ? 'mean' : aggregate;
}

function divisor(cube: Cube, metric: MetricInfo, aggregate: Aggregate, first: number, last: number): number {
  if (aggregate === 'mean') return last - first;
  if (aggregate !== 'rate') return 1;
  const nanoseconds = cube.times[last] - cube.times[first];
  return metric.unit === 'ns' ? nanoseconds : nanoseconds / 1e9;
}

function divide(values: Float64Array, by: number): Float64Array {
  if (by === 1 || by === 0) return values;
  for (let i = 0; i < values.length; i++) values[i] /= by;
  return values;
}
