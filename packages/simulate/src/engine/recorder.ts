import type { TableSink } from '@weft/model';
import { CounterWindows } from './counter-windows.ts';
import { type Picoseconds, PS_PER_NS } from './fabric.ts';
import { HopRows } from './hop-rows.ts';
import { JobLoads } from './job-loads.ts';
import { pause } from './pause.ts';
import { CounterRows, LoadRows, MessageRows } from './row-writers.ts';

/** Idle hours have many windows, and a signal ends the run among them, too. */
const WINDOWS_BETWEEN_PAUSES = 1024;

export const metricNames = ['data_sent', 'packets_sent', 'wait', 'queue'] as const;
export type MetricName = (typeof metricNames)[number];

interface RecorderOptions {
  readonly links: number;
  readonly jobs: number;
  /** Picoseconds; null = no such rows. */
  readonly counterInterval: Picoseconds | null;
  readonly loadInterval: Picoseconds | null;
  readonly metrics: readonly MetricName[];
  readonly messages: boolean;
  /** When messages cross their links; false where left out. */
  readonly hops?: boolean;
}

/** What a run adds up to; the first three agree to the byte. */
export interface Totals {
  messages: number;
  bytesSent: number;
  bytesReceived: number;
  /** Bytes for which no path leads, counted in bytesSent but never received. */
  bytesLost: number;
  messagesLost: number;
  /** Sum over messages of bytes times links crossed. */
  bytesTimesHops: number;
  /** The same, added up where links are booked. */
  bytesOnLinks: number;
  /** Picoseconds. */
  end: Picoseconds;
}

/** Takes what happens in the engine and turns it into rows. */
export class Recorder {
  readonly totals: Totals = {
    messages: 0,
    bytesSent: 0,
    bytesReceived: 0,
    bytesLost: 0,
    messagesLost: 0,
    bytesTimesHops: 0,
    bytesOnLinks: 0,
    end: 0,
  };
  /** Per link: packets (or whole messages) that left one by one. */
  readonly transmissions: Float64Array;
  readonly messages: MessageRows | null;
  readonly hops: HopRows | null;
  readonly counters: CounterWindows | null;
  readonly loads: JobLoads | null;
  /** The counters, where queues are asked for. */
  readonly waits: CounterWindows | null;
  private readonly options: RecorderOptions;
  private readonly counterRows: CounterRows;
  private readonly loadRows: LoadRows;

  constructor(sink: TableSink, options: RecorderOptions) {
    const { links, jobs, counterInterval, loadInterval } = options;
    this.options = options;
    this.transmissions = new Float64Array(links);
    this.messages = options.messages ? new MessageRows(sink) : null;
    this.hops = options.hops ? new HopRows(sink) : null;
    this.counters = counterInterval === null ? null : new CounterWindows(links, counterInterval);
    this.loads = loadInterval === null ? null : new JobLoads(links, jobs, loadInterval);
    this.waits = options.metrics.some((name) => name === 'wait' || name === 'queue') ? this.counters : null;
    this.counterRows = new CounterRows(sink, metricNames);
    this.loadRows = new LoadRows(sink);
  }

  /** A packet (or whole message) of a job left on a link. */
  transmitted(
    link: number,
    job: number,
    start: Picoseconds,
    end: Picoseconds,
    bytes: number,
    packets: number,
    wait: Picoseconds,
  ): void {
    this.totals.bytesOnLinks += bytes;
    this.transmissions[link] += packets;
    this.counters?.book(link, start, end, bytes, packets, wait);
    this.loads?.book(link, job, start, bytes);
  }

  /**
   * A message crossed its links between start and end and waited nowhere. False where that spans intervals: then its
   * links are to be booked one by one.
   */
  transmittedPath(
    path: Int32Array,
    hops: number,
    job: number,
    start: Picoseconds,
    end: Picoseconds,
    bytes: number,
    packets: number,
  ): boolean {
    const { counters, loads } = this;
    if (!this.covers(start, end)) return false;
    counters?.addPath(path, hops, bytes, packets);
    loads?.addPath(path, hops, job, bytes);
    this.totals.bytesOnLinks += bytes * hops;
    return true;
  }

  /** True where start .. end lies within one interval of the counters and one of the loads: the current stretch. */
  covers(start: Picoseconds, end: Picoseconds): boolean {
    const { counters, loads } = this;
    return (!counters || counters.covers(start, end)) && (!loads || loads.covers(start, end));
  }

  /** Begin and end of what `covers` last found. */
  get stretch(): [Picoseconds, Picoseconds] {
    const { counters, loads } = this;
    const from = Math.max(counters?.from ?? 0, loads?.from ?? 0);
    return [from, Math.min(counters?.to ?? Number.POSITIVE_INFINITY, loads?.to ?? Number.POSITIVE_INFINITY)];
  }

  /** True when the engine should pause and `flush`. */
  get full(): boolean {
    return (this.messages?.waiting ?? 0) > 0;
  }

  /** Writes what cannot change any more: everything before `time`. */
  async flush(time: Picoseconds, signal?: AbortSignal): Promise<void> {
    await this.messages?.flush();
    await this.hops?.flush();
    if (this.counters) {
      let written = 0;
      for (const window of this.counters.takeUntil(time)) {
        await this.writeWindow(window);
        this.counters.recycle(window);
        if (++written % WINDOWS_BETWEEN_PAUSES === 0) await pause(signal);
      }
    }
    if (this.loads) {
      for (const { index, bytes } of this.loads.takeUntil(time)) {
        const { links, jobs } = this.options;
        const end = Math.round(((index + 1) * this.loads.interval) / PS_PER_NS);
        for (let job = 0; job < jobs; job++) {
          await this.loadRows.add(end, job, bytes.subarray(job * links, (job + 1) * links));
        }
      }
    }
  }

  /** Writes all there is; the last interval ends after the last event. */
  async finish(signal?: AbortSignal): Promise<void> {
    await this.messages?.finish();
    await this.hops?.finish();
    const longest = Math.max(this.counters?.interval ?? 0, this.loads?.interval ?? 0);
    await this.flush(this.totals.end + longest, signal);
    await this.counterRows.flush();
    await this.loadRows.flush();
  }

  private async writeWindow(
    window: Record<'data' | 'packets' | 'wait' | 'queue', Float64Array> & { index: number },
  ) {
    const end = Math.round(((window.index + 1) * (this.counters?.interval ?? 0)) / PS_PER_NS);
    const columns = [window.data, window.packets, window.wait, window.queue];
    for (const metric of this.options.metrics) {
      const code = metricNames.indexOf(metric);
      await this.counterRows.add(end, code, columns[code], metric === 'wait' ? 1 / PS_PER_NS : 1);
    }
  }
}
