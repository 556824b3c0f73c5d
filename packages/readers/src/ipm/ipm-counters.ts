import { batchFromRows, NONE, rankCounters, rankMetrics } from '@weft/model';
import type { IpmTask } from './ipm-tasks.ts';

/** Hardware counters of all ranks, each one number for the whole run. */
export class IpmCounters {
  private readonly rows: { rank: number; metric: string; value: number }[] = [];

  add({ rank, counters, regionCounters }: IpmTask): void {
    for (const [metric, value] of counters.size > 0 ? counters : regionCounters) {
      this.rows.push({ rank, metric, value });
    }
  }

  get count(): number {
    return this.rows.length;
  }

  metrics(job: number) {
    const names = new Set(this.rows.map(({ metric }) => metric));
    const row = (metric: string) => ({
      job,
      metric,
      unit: '#',
      mode: 'accumulated',
      timing: 'start',
      doc: null,
    });
    return batchFromRows(rankMetrics, [...names].map(row));
  }

  readings(job: number) {
    return batchFromRows(
      rankCounters,
      this.rows.map((row) => ({ job, stream: 0, time: NONE, ...row })),
    );
  }
}
