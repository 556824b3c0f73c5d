import type { Batch, TableSink, Tables } from '@weft/model';
import { PS_PER_NS } from './fabric.ts';

const ROWS = 65_536;
/** What no simulated message has; shared by all batches. */
const NO_COMM = new Int32Array(ROWS).fill(-1);
const ONE_MESSAGE = new Float64Array(ROWS).fill(1);

/** Rows of `counters`, gathered into batches. */
export class CounterRows {
  private readonly sink: TableSink;
  private readonly metrics: readonly string[];
  private time = new Float64Array(ROWS);
  private link = new Int32Array(ROWS);
  private metric = new Int32Array(ROWS);
  private value = new Float64Array(ROWS);
  private rows = 0;

  constructor(sink: TableSink, metrics: readonly string[]) {
    this.sink = sink;
    this.metrics = metrics;
  }

  /** One row for each link with an amount, and for link 0, so that idle intervals are there, too. */
  async add(timeNs: number, metric: number, amounts: Float64Array, scale: number): Promise<void> {
    for (let link = 0; link < amounts.length; link++) {
      if (amounts[link] === 0 && link > 0) continue;
      if (this.rows === ROWS) await this.flush();
      this.time[this.rows] = timeNs;
      this.link[this.rows] = link;
      this.metric[this.rows] = metric;
      this.value[this.rows] = amounts[link] * scale;
      this.rows++;
    }
  }

  async flush(): Promise<void> {
    if (this.rows === 0) return;
    const { rows } = this;
    await this.sink.write('counters', {
      rows,
      columns: {
        time: this.time.slice(0, rows),
        link: this.link.slice(0, rows),
        metric: { codes: this.metric.slice(0, rows), dictionary: this.metrics },
        value: this.value.slice(0, rows),
      },
    });
    this.rows = 0;
  }
}

/** Rows of `loads`, gathered into batches. */
export class LoadRows {
  private readonly sink: TableSink;
  private time = new Float64Array(ROWS);
  private link = new Int32Array(ROWS);
  private job = new Int32Array(ROWS);
  private bytes = new Float64Array(ROWS);
  private rows = 0;

  constructor(sink: TableSink) {
    this.sink = sink;
  }

  async add(timeNs: number, job: number, amounts: Float64Array): Promise<void> {
    for (let link = 0; link < amounts.length; link++) {
      if (amounts[link] === 0) continue;
      if (this.rows === ROWS) await this.flush();
      this.time[this.rows] = timeNs;
      this.link[this.rows] = link;
      this.job[this.rows] = job;
      this.bytes[this.rows] = amounts[link];
      this.rows++;
    }
  }

  async flush(): Promise<void> {
    if (this.rows === 0) return;
    const { rows } = this;
    await this.sink.write('loads', {
      rows,
      columns: {
        time: this.time.slice(0, rows),
        link: this.link.slice(0, rows),
        job: this.job.slice(0, rows),
        bytes: this.bytes.slice(0, rows),
      },
    });
    this.rows = 0;
  }
}

/** Rows of `messages`; full batches wait for the next `flush`, so that a synchronous loop can fill them. */
export class MessageRows {
  private readonly sink: TableSink;
  private readonly calls: string[] = [];
  private readonly ready: Batch<Tables['messages']>[] = [];
  /** Made when the first row of a batch comes. */
  private columns: MessageColumns | null = null;
  private rows = 0;
  private lastCall = 0;

  constructor(sink: TableSink) {
    this.sink = sink;
  }

  callCode(call: string): number {
    if (call === this.calls[this.lastCall]) return this.lastCall;
    this.lastCall = this.findCall(call);
    return this.lastCall;
  }

  private findCall(call: string): number {
    const known = this.calls.indexOf(call);
    return known >= 0 ? known : this.calls.push(call) - 1;
  }

  get waiting(): number {
    return this.ready.length;
  }

  /** Times in picoseconds; `end` -1 = never arrived; `begun` -1 = the receiver waits for none of its step. */
  add(
    id: number,
    job: number,
    src: number,
    dst: number,
    bytes: number,
    tag: number,
    call: number,
    start: number,
    end: number,
    step: number,
    begun: number,
  ): void {
    const { rows } = this;
    this.columns ??= messageColumns();
    const { columns } = this;
    columns.id[rows] = id;
    columns.job[rows] = job;
    columns.src[rows] = src;
    columns.dst[rows] = dst;
    columns.bytes[rows] = bytes;
    columns.tag[rows] = tag;
    columns.call[rows] = call;
    columns.start[rows] = Math.round(start / PS_PER_NS);
    columns.end[rows] = nanosecondsOf(end);
    columns.begun[rows] = end < 0 ? -1 : nanosecondsOf(begun);
    columns.received[rows] = end < 0 ? -1 : nanosecondsOf(Math.max(end, begun));
    columns.step[rows] = step;
    if (++this.rows === ROWS) this.seal();
  }

  async flush(): Promise<void> {
    for (const batch of this.ready) await this.sink.write('messages', batch);
    this.ready.length = 0;
  }

  async finish(): Promise<void> {
    this.seal();
    await this.flush();
  }

  private seal(): void {
    const { columns, rows } = this;
    if (!columns) return;
    this.ready.push({
      rows,
      columns: {
        id: columns.id.subarray(0, rows),
        job: columns.job.subarray(0, rows),
        src: columns.src.subarray(0, rows),
        dst: columns.dst.subarray(0, rows),
        bytes: columns.bytes.subarray(0, rows),
        count: ONE_MESSAGE.subarray(0, rows),
        tag: columns.tag.subarray(0, rows),
        comm: NO_COMM.subarray(0, rows),
        call: { codes: columns.call.subarray(0, rows), dictionary: [...this.calls] },
        send_start: columns.start.subarray(0, rows),
        send_end: columns.end.subarray(0, rows),
        recv_start: columns.begun.subarray(0, rows),
        recv_end: columns.received.subarray(0, rows),
        step: columns.step.subarray(0, rows),
      },
    });

    this.rows = 0;
    this.columns = null;
  }
}

function nanosecondsOf(time: number): number {
  return time < 0 ? -1 : Math.round(time / PS_PER_NS);
}

type MessageColumns = ReturnType<typeof messageColumns>;

function messageColumns() {
  return {
    id: new Float64Array(ROWS),
    job: new Int32Array(ROWS),
    src: new Int32Array(ROWS),
    dst: new Int32Array(ROWS),
    bytes: new Float64Array(ROWS),
    tag: new Int32Array(ROWS),
    call: new Int32Array(ROWS),
    start: new Float64Array(ROWS),
    end: new Float64Array(ROWS),
    begun: new Float64Array(ROWS),
    received: new Float64Array(ROWS),
    step: new Int32Array(ROWS),
  };
}
