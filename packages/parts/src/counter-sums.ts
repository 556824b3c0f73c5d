import { type Batch, Interner, type Tables } from '@weft/model';
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
  private readonly names = new Interner();
  private readonly links: LinkSums[] = [];
  private readonly steps: Map<number, number>[] = [];
  private samples = 0;
  private tooMany = false;

  constructor(limits: CounterSumLimits = LIMITS) {
    this.limits = limits;
  }

  add({ rows, columns: { time, link, metric, value } }: Batch<Tables['counters']>): void {
    this.samples += rows;
    if (this.tooMany) return;
    const codes = Int32Array.from(metric.dictionary, (name) => this.names.code(name));
    for (let row = 0; row < rows; ) {
      const code = codes[metric.codes[row]];
      const from = row;
      while (row < rows && metric.codes[row] === metric.codes[from] && time[row] === time[from]) row++;
      this.addStep(code, time[from], link, value, from, row);
      if (this.tooMany) return;
    }
  }

  /** Sums that stand for few samples are not worth their room. */
  get worthWriting(): boolean {
    const { leastSamples, leastPerSum } = this.limits;
    return !this.tooMany && this.samples >= Math.max(leastSamples, leastPerSum * this.linkCount());
  }

  linkBatches(): Batch<Tables['link_sums']>[] {
    return this.links.map((sums, code) => sums.batch(this.names.dictionary[code]));
  }

  stepBatches(): Batch<Tables['step_sums']>[] {
    return this.steps.map((sums, code) => ({
      rows: sums.size,
      columns: {
        metric: { codes: new Int32Array(sums.size), dictionary: [this.names.dictionary[code]] },
        time: Float64Array.from(sums.keys()),
        value: Float64Array.from(sums.values()),
      },
    }));
  }

  private addStep(
    code: number,
    time: number,
    link: Int32Array,
    value: Float64Array,
    from: number,
    to: number,
  ): void {
    this.links[code] ??= new LinkSums(this.limits.mostSums);
    this.steps[code] ??= new Map();
    const sum = this.links[code].add(time, link, value, from, to);
    if (sum === null || this.linkCount() > this.limits.mostSums) this.giveUp();
    else this.steps[code].set(time, (this.steps[code].get(time) ?? 0) + sum);
  }

  private linkCount(): number {
    return this.links.reduce((count, { size }) => count + size, 0);
  }

  private giveUp(): void {
    this.tooMany = true;
    this.links.length = 0;
    this.steps.length = 0;
  }
}
