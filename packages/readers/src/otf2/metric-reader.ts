import type { EventBatch } from './event-batch.ts';
import type { LocalLookup } from './id-lookup.ts';
import type { MetricPlan } from './metric-plan.ts';
import type { MetricRows } from './metric-rows.ts';

/** Gives the values of one location's metrics their names and units. */
export class MetricReader {
  /** Values of metrics that the definitions do not know. */
  unknown = 0;
  private readonly plan: MetricPlan;
  private readonly metrics: LocalLookup;
  private readonly rows: MetricRows | null;
  private readonly stream: number;

  /** `metrics` gives the row of a metric in the plan; `rows` null = readings are not wanted. */
  constructor(plan: MetricPlan, metrics: LocalLookup, rows: MetricRows | null, stream: number) {
    this.plan = plan;
    this.metrics = metrics;
    this.rows = rows;
    this.stream = stream;
  }

  read({ first, comm, tag, time, values }: EventBatch, row: number): void {
    const { metricOffsets, metricCodes, metricFactors } = this.plan;
    const metric = this.metrics.get(first[row]);
    const from = metric < 0 ? 0 : metricOffsets[metric];
    const known = metric < 0 ? 0 : Math.min(tag[row], metricOffsets[metric + 1] - from);
    this.unknown += tag[row] - known;
    for (let at = 0; this.rows && at < known; at++) {
      const value = values.numbers[comm[row] + at] * metricFactors[from + at];
      this.rows.add(this.stream, metricCodes[from + at], time[row], value);
    }
  }
}
