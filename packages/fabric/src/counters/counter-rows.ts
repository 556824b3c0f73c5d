import type { Batch, TableSink, Tables } from '@weft/model';

const ROWS = 65_536;

/** Rows of `counters`; full batches wait for the next `flush`, so that a synchronous loop can fill them. */
export class CounterRows {
  private readonly dictionary: string[] = [];
  private readonly ready: Batch<Tables['counters']>[] = [];
  private time = new Float64Array(ROWS);
  private link = new Int32Array(ROWS);
  private metric = new Int32Array(ROWS);
  private value = new Float64Array(ROWS);
  private held = 0;
  /** Rows in all. */
  rows = 0;
  lastTime = Number.NEGATIVE_INFINITY;
  firstTime = Number.POSITIVE_INFINITY;

  codeOf(metric: string): number {
    const at = this.dictionary.indexOf(metric);
    return at >= 0 ? at : this.dictionary.push(metric) - 1;
  }

  add(time: number, link: number, metric: number, value: number): void {
    const { held } = this;
    this.time[held] = time;
    this.link[held] = link;
    this.metric[held] = metric;
    this.value[held] = value;
    if (time > this.lastTime) this.lastTime = time;
    if (time < this.firstTime) this.firstTime = time;
    this.rows++;
    if (++this.held === ROWS) this.seal();
  }

  async flush(sink: TableSink): Promise<void> {
    for (const batch of this.ready) await sink.write('counters', batch);
    this.ready.length = 0;
  }

  async finish(sink: TableSink): Promise<void> {
    this.seal();
    await this.flush(sink);
  }

  private seal(): void {
    const { held } = this;
    if (held === 0) return;
    this.ready.push({
      rows: held,
      columns: {
        time: this.time.slice(0, held),
        link: this.link.slice(0, held),
        metric: { codes: this.metric.slice(0, held), dictionary: [...this.dictionary] },
        value: this.value.slice(0, held),
      },
    });
    this.held = 0;
  }
}
