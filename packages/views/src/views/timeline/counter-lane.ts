import { textAt } from '@weft/model';
import type { MetricFacts } from './stack-model.ts';
import type { StackFrames } from './timeline-frames.ts';

/** A counter of one rank over time: a line for each thread or stream that reads it. */
export interface CounterLane {
  readonly metric: string;
  readonly unit: string;
  /** Whether a value holds until the next reading, since the one before, or at its time alone. */
  readonly holds: 'after' | 'before' | 'point';
  readonly lines: readonly (readonly CounterPoint[])[];
  readonly low: number;
  readonly high: number;
}

interface CounterPoint {
  readonly time: number;
  readonly value: number;
}

interface CounterChoice {
  readonly counter: string;
  readonly metrics: MetricFacts | null;
}

/** Running sums are shown as what they grow by in a second. */
export function counterLane(
  { rows, columns }: StackFrames['readings'],
  rank: number,
  { counter, metrics }: CounterChoice,
): CounterLane | null {
  const facts = metrics ? factsOf(metrics, counter) : null;
  if (!facts) return null;
  const byStream = new Map<number, CounterPoint[]>();
  for (let row = 0; row < rows; row++) {
    if (columns.rank[row] !== rank) continue;
    const points = byStream.get(columns.stream[row]) ?? [];
    points.push({ time: columns.time[row], value: columns.value[row] });
    byStream.set(columns.stream[row], points);
  }
  const grows = facts.mode === 'accumulated';
  const lines = [...byStream.values()].map((points) => (grows ? ratesOf(points) : points));
  const values = lines.flatMap((line) => line.map(({ value }) => value));
  return {
    metric: counter,
    unit: grows ? `${facts.unit}/s` : facts.unit,
    holds: grows ? 'before' : holdsOf(facts.timing),
    lines,
    low: values.reduce((low, value) => Math.min(low, value), 0),
    high: values.reduce((high, value) => Math.max(high, value), 0),
  };
}

function factsOf(
  { rows, columns }: MetricFacts,
  metric: string,
): { unit: string; mode: string; timing: string } | null {
  for (let row = 0; row < rows; row++) {
    if (textAt(columns.metric, row) !== metric) continue;
    const unit = textAt(columns.unit, row) ?? '';
    return {
      unit: unit === '#' ? '' : unit,
      mode: textAt(columns.mode, row) ?? '',
      timing: textAt(columns.timing, row) ?? '',
    };
  }
  return null;
}

/** What a running sum grows by per second, from each reading to the next; a counter that was set back starts anew. */
function ratesOf(points: readonly CounterPoint[]): CounterPoint[] {
  return points.flatMap(({ time, value }, at) => {
    const before = points[at - 1];
    if (!before || time <= before.time || value < before.value) return [];
    return [{ time, value: ((value - before.value) * 1e9) / (time - before.time) }];
  });
}

function holdsOf(timing: string): CounterLane['holds'] {
  if (timing === 'next') return 'after';
  return timing === 'point' ? 'point' : 'before';
}

/** The reading whose value holds at a time; of single readings the last one. */
export function counterAt(
  line: readonly CounterPoint[],
  time: number,
  holds: CounterLane['holds'],
): CounterPoint | null {
  if (holds === 'before') return line.find((point) => point.time >= time) ?? null;
  return line.findLast((point) => point.time <= time) ?? null;
}
