import type { Batch, Tables } from '@weft/model';
import { LinkSums } from './link-sums.ts';

interface CounterSumLimits {
  /** Samples below which all of them are read quickly. */
  readonly leastSamples: number;
  /** Samples that one sum stands for, at least. */
  readonly leastPerSum: number;
  /** Links with sums, over all metrics. */
  readonly mostSums: number;
}

const LIMITS: CounterSumLimits = { leastSamples: 1 << 20, leastPerSum: 16, mostSums: 1 << 22 };

/** What each link carried in all, and all links in each step, while samples go by. */
export class CounterSums {
  private readonly limits: CounterSumLimits;
  /** By metric. */
  private readonly links = new Map<string, LinkSums>();
  /** By metric and time. */
  private readonly steps = new Map<string, Map<number, number>>();
  private samples = 0;
  private tooMany = false;

  constructor(limits: CounterSumLimits = LIMITS) {
    this.limits = limits;
  }

  add({ rows, columns: { time, link, metric, value } }: Batch<Tables['counters']>): void {
    this.samples += rows;
    if (this.tooMany) return;
    for (let row = 0; row < rows; ) {
      const from = row;
      while (row < rows && metric.codes[row] === metric.codes[from] && time[row] === time[from]) row++;
      this.addStep(metric.dictionary[metric.codes[from]], time[from], link, value, from, row);
      if (this.tooMany) return;
    }
  }

  /** Sums that stand for few samples are not worth their room. */
  get worthWriting(): boolean {
    const { leastSamples, leastPerSum } = this.limits;
    return !this.tooMany && this.samples >= Math.max(leastSamples, leastPerSum * this.linkCount());
  }

  linkBatches(): Batch<Tables['link_sums']>[] {
    return Array.from(this.links, ([metric, sums]) => sums.batch(metric));
  }

  stepBatches(): Batch<Tables['step_sums']>[] {
    return Array.from(this.steps, ([metric, sums]) => ({
      rows: sums.size,
      columns: {
        metric: { codes: new Int32Array(sums.size), dictionary: [metric] },
        time: Float64Array.from(sums.keys()),
        value: Float64Array.from(sums.values()),
      },
    }));
  }

  private addStep(
    metric: string,
    time: number,
    link: Int32Array,
    value: Float64Array,
    from: number,
    to: number,
  ): void {
    const links = this.links.get(metric) ?? new LinkSums(this.limits.mostSums);
    const steps = this.steps.get(metric) ?? new Map<number, number>();
    this.links.set(metric, links);
    this.steps.set(metric, steps);
    const sum = links.add(time, link, value, from, to);
    if (sum === null || this.linkCount() > this.limits.mostSums) this.giveUp();
    else steps.set(time, (steps.get(time) ?? 0) + sum);
  }

  private linkCount(): number {
    let count = 0;
    for (const { size } of this.links.values()) count += size;
    return count;
  }

  private giveUp(): void {
    this.tooMany = true;
    this.links.clear();
    this.steps.clear();
  }
}
