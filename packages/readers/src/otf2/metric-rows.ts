import type { Batch, rankCounters } from '@weft/model';

const BLOCK = 65_536;

/** Rows of the rank_counters table of one rank. */
export class MetricRows {
  rows = 0;
  private stream = new Int32Array(256);
  private metric = new Int32Array(256);
  private time = new Float64Array(256);
  private value = new Float64Array(256);

  /** Enough to be written. */
  get full(): boolean {
    return this.rows >= BLOCK;
  }

  add(stream: number, metric: number, time: number, value: number): void {
    if (this.rows === this.stream.length) this.grow();
    const row = this.rows++;
    this.stream[row] = stream;
    this.metric[row] = metric;
    this.time[row] = time;
    this.value[row] = value;
  }

  clear(): void {
    this.rows = 0;
  }

  /** Valid until rows are added again. */
  batch(job: number, rank: number, metricNames: readonly string[]): Batch<typeof rankCounters> {
    const { rows } = this;
    return {
      rows,
      columns: {
        job: new Int32Array(rows).fill(job),
        rank: new Int32Array(rows).fill(rank),
        stream: this.stream.subarray(0, rows),
        metric: { codes: this.metric.subarray(0, rows), dictionary: metricNames },
        time: this.time.subarray(0, rows),
        value: this.value.subarray(0, rows),
      },
    };
  }

  private grow(): void {
    const { stream, metric, time, value } = this;
    const capacity = 2 * stream.length;
    this.stream = new Int32Array(capacity);
    this.metric = new Int32Array(capacity);
    this.time = new Float64Array(capacity);
    this.value = new Float64Array(capacity);
    this.stream.set(stream);
    this.metric.set(metric);
    this.time.set(time);
    this.value.set(value);
  }
}
