import type { Random, WorkContext } from '@weft/model';
import { type Fabric, PS_PER_NS } from './fabric.ts';
import { type HistoryJob, type Segment, segmentsOf, wholeIterations } from './history-segments.ts';
import { checkIntervals } from './interval-limits.ts';
import { pause } from './pause.ts';
import { type MetricName, metricNames, type Totals } from './recorder.ts';
import type { CounterRows, LoadRows } from './row-writers.ts';

interface HistoryOptions {
  /** Nanoseconds. */
  readonly duration: number;
  readonly interval: number;
  /** null = no rows of loads. */
  readonly loadInterval: number | null;
  readonly shape: 'flat' | 'daily';
  readonly jitter: number;
  readonly packet: number;
  readonly metrics: readonly MetricName[];
  readonly seed: string;
  /** Nanoseconds since midnight at time 0. */
  readonly timeOfDay: number;
}

const DAY = 86_400e9;
/** Beyond this share of its capacity a link's queue is taken to stay as it is there. */
const FULLEST = 0.98;
/** Of a run of a workload: sums over many intervals are not exact. */
const NEARLY_NOTHING = 1e-3;

/**
 * Counters of hours without simulating every message: the links loaded by one iteration, times the iterations of each
 * interval. Running totals are rounded down and each segment ends with a whole iteration, so that bytes add up exactly.
 */
export class HistoryModel {
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
  private readonly fabric: Fabric;
  private readonly options: HistoryOptions;
  private readonly segments: Segment[];
  /** Nanoseconds. */
  readonly ends: Float64Array;
  /** Runs of its workload that each job has still to do. */
  readonly runsLeft: Float64Array;
  private readonly demand: Float64Array;
  private readonly columns: Record<MetricName, Float64Array>;

  constructor(fabric: Fabric, jobs: readonly HistoryJob[], options: HistoryOptions) {
    const { linkCount } = fabric.network;
    this.fabric = fabric;
    this.options = options;
    this.ends = Float64Array.from(jobs, ({ end }) => Math.min(end, options.duration));
    this.runsLeft = Float64Array.from(jobs, ({ runs }) => runs);
    this.demand = new Float64Array(linkCount);
    this.segments = jobs.flatMap((job, j) => segmentsOf(fabric, job, j, options));
    this.columns = {
      data_sent: new Float64Array(linkCount),
      packets_sent: new Float64Array(linkCount),
      wait: new Float64Array(linkCount),
      queue: new Float64Array(linkCount),
    };
  }

  async run(counters: CounterRows, loads: LoadRows | null, context: WorkContext): Promise<void> {
    const { interval, duration, loadInterval, metrics } = this.options;
    const steps = Math.ceil(duration / interval);
    checkIntervals(duration, interval);
    for (let step = 0; step < steps; step++) {
      const from = step * interval;
      this.runInterval(from, from + interval);
      for (const metric of metrics) {
        await counters.add(from + interval, metricNames.indexOf(metric), this.columns[metric], 1);
      }
      const binEnds = loadInterval !== null && (from + interval) % loadInterval === 0;
      if (loads && (binEnds || step === steps - 1)) await this.writeLoads(loads, from + interval);
      if (step % 16 === 15) {
        await pause(context.signal);
        context.onProgress?.({ label: 'simulating', done: step + 1, total: steps, unit: 'steps' });
      }
    }
    await counters.flush();
    await loads?.flush();
    this.totals.end = steps * interval * PS_PER_NS;
  }

  private runInterval(from: number, to: number): void {
    const running = this.segments.filter(
      ({ job, start, end }) => start < to && end > from && this.runsLeft[job] > 0,
    );
    for (const column of Object.values(this.columns)) column.fill(0);
    this.askFor(running, from, to);
    for (const segment of running) this.advance(segment, to);
    this.estimateWaiting(to - from);
  }

  /** What every segment would do with the network to itself, and what that asks of each link. */
  private askFor(running: readonly Segment[], from: number, to: number): void {
    this.demand.fill(0);
    for (const segment of running) {
      const time = Math.min(to, segment.end) - Math.max(from, segment.start);
      segment.wanted = segment.pace * time * this.activity(from, segment.random);
      const { links, bytes } = segment.pattern;
      for (let i = 0; i < links.length; i++) this.demand[links[i]] += bytes[i] * segment.wanted;
    }
    for (const segment of running) segment.wanted *= this.slowdown(segment.pattern.links, to - from);
  }

  /** A job goes as fast as the fullest of its links lets it. */
  private slowdown(links: Int32Array, nanoseconds: number): number {
    let fullest = 1;
    for (const link of links) {
      const most = (nanoseconds * PS_PER_NS) / this.fabric.psPerByte[link];
      const share = this.demand[link] / most;
      if (share > fullest) fullest = share;
    }
    return 1 / fullest;
  }

  private activity(time: number, random: Random): number {
    const { shape, jitter, timeOfDay } = this.options;
    const noise = Math.max(0.05, 1 + jitter * random.normal());
    if (shape === 'flat') return noise;
    const hours = (((time + timeOfDay) % DAY) / DAY) * 24;
    return noise * (1 + 0.35 * Math.sin(((hours - 9) / 24) * 2 * Math.PI));
  }

  private advance(segment: Segment, to: number): void {
    const last = this.iterate(segment, to);
    const { links, bytes, packets } = segment.pattern;
    const { data_sent: data, packets_sent: sent } = this.columns;
    for (let i = 0; i < links.length; i++) {
      const sum = Math.floor(bytes[i] * segment.done);
      const count = Math.floor(packets[i] * segment.done);
      data[links[i]] += sum - segment.bytes[i];
      sent[links[i]] += count - segment.packets[i];
      segment.bytes[i] = sum;
      segment.packets[i] = count;
    }
    if (last) this.addTotals(segment);
  }

  /** True where this was the segment's last interval: its time is over, or its job has done all its runs. */
  private iterate(segment: Segment, to: number): boolean {
    const { job, done: before, wanted, end } = segment;
    const left = this.runsLeft[job];
    const timeIsOver = end <= to;
    const after = timeIsOver ? wholeIterations(before, before + wanted) : before + wanted;
    const allDone = after + NEARLY_NOTHING >= left;
    segment.done = allDone ? left : after;
    if (allDone) this.ends[job] = Math.min(to, end);
    if (timeIsOver || allDone) this.runsLeft[job] = left - segment.done;
    return timeIsOver || allDone;
  }

  /** Waiting in an M/D/1 queue at the mean load of the interval. */
  private estimateWaiting(nanoseconds: number): void {
    const { data_sent: data, packets_sent: packets, wait, queue } = this.columns;
    for (let link = 0; link < data.length; link++) {
      if (packets[link] === 0) continue;
      const perByte = this.fabric.psPerByte[link] / PS_PER_NS;
      const load = Math.min(FULLEST, (data[link] * perByte) / nanoseconds);
      const service = (data[link] / packets[link]) * perByte;
      wait[link] = Math.round((packets[link] * service * load) / (2 * (1 - load)));
      queue[link] = Math.round((wait[link] / nanoseconds) * (data[link] / packets[link]));
    }
  }

  /** Sums over links of a day exceed exact integers: each link is compared by itself. */
  private addTotals({ pattern, done, bytes }: Segment): void {
    const { totals } = this;
    totals.messages += pattern.messages * done;
    totals.messagesLost += pattern.messagesLost * done;
    totals.bytesSent += pattern.bytesSent * done;
    totals.bytesLost += pattern.bytesLost * done;
    totals.bytesReceived += (pattern.bytesSent - pattern.bytesLost) * done;
    totals.bytesTimesHops += pattern.bytesTimesHops * done;
    const whole = bytes.every((amount, i) => amount === pattern.bytes[i] * done);
    const once = pattern.bytes.reduce((sum, amount) => sum + amount, 0);
    totals.bytesOnLinks += whole ? once * done : Number.NaN;
  }

  private async writeLoads(loads: LoadRows, time: number): Promise<void> {
    for (let job = 0; job < this.ends.length; job++) {
      const amounts = new Float64Array(this.fabric.network.linkCount);
      let any = false;
      for (const segment of this.segments) {
        if (segment.job !== job || segment.done === 0) continue;
        const { links } = segment.pattern;
        for (let i = 0; i < links.length; i++) {
          const amount = segment.bytes[i] - segment.binned[i];
          if (amount === 0) continue;
          any = true;
          amounts[links[i]] += amount;
          segment.binned[i] = segment.bytes[i];
        }
      }
      if (any) await loads.add(time, job, amounts);
    }
  }
}
