import { NONE, type WorkContext } from '@weft/model';
import type { MessagePhase } from '../workload.ts';
import {
  checkTime,
  commonPace,
  type Fabric,
  MOST_HOPS,
  messagePath,
  type Picoseconds,
  PS_PER_NS,
} from './fabric.ts';
import { type PairLoads, pairLoads } from './pair-loads.ts';
import { pause } from './pause.ts';
import type { PlacedJob } from './placed-job.ts';
import type { Recorder } from './recorder.ts';

/** A job on its way through its phases. */
interface RunningJob {
  readonly number: number;
  readonly job: PlacedJob;
  readonly phases: Iterator<MessagePhase>;
  /** Number of the present phase. */
  step: number;
  /** When each rank may go on, and when it begins to send in the present phase. */
  ready: Float64Array;
  begin: Float64Array;
  /** No message of the job can start earlier any more. */
  earliest: Picoseconds;
}

const MESSAGES_BETWEEN_PAUSES = 100_000;

/**
 * Routes every message as if it were alone: no contention, the closed form for its time, every byte on every link of its
 * path. Phases are taken from the job that is furthest behind, so that few intervals are open at once.
 */
export class LoadModel {
  private readonly fabric: Fabric;
  private readonly jobs: readonly PlacedJob[];
  private readonly recorder: Recorder;
  private readonly packet: number | null;
  private readonly path = new Int32Array(MOST_HOPS);
  private readonly starts: Float64Array;
  private readonly ends: Float64Array;
  /** Picoseconds a byte needs on every link; 0 where links differ. */
  private readonly perByte: number;
  /** Gathers messages by pair, where that can be done. */
  private readonly pairs: PairLoads | null;
  private running: RunningJob[] = [];
  private nextId = 0;

  constructor(fabric: Fabric, jobs: readonly PlacedJob[], recorder: Recorder, packet: number | null) {
    this.fabric = fabric;
    this.jobs = jobs;
    this.recorder = recorder;
    this.packet = packet;
    this.perByte = commonPace(fabric);
    this.pairs = pairLoads(fabric, recorder, packet);
    this.starts = new Float64Array(jobs.length).fill(NONE);
    this.ends = new Float64Array(jobs.length).fill(NONE);
  }

  get jobTimes(): { starts: Float64Array; ends: Float64Array } {
    return { starts: this.starts, ends: this.ends };
  }

  async run(context: WorkContext, total: number): Promise<void> {
    this.jobs.forEach((job, j) => {
      if (job.after.length === 0) this.startJob(j, job.start);
    });
    let since = 0;
    while (this.running.length > 0) {
      const behind = this.furthestBehind();
      checkTime(behind.earliest);
      since += this.step(behind);
      if (since < MESSAGES_BETWEEN_PAUSES && !this.recorder.full) continue;
      since = 0;
      await pause(context.signal);
      const { messages } = this.recorder.totals;
      context.onProgress?.({ label: 'routing messages', done: messages, total, unit: 'messages' });
      const settled = this.furthestBehind()?.earliest ?? 0;
      if (this.pairs && this.pairs.to <= settled) this.pairs.flow();
      await this.recorder.flush(settled, context.signal);
    }
    this.pairs?.flow();
    this.recorder.totals.end = Math.max(0, ...this.ends);
    await this.recorder.finish(context.signal);
  }

  private startJob(number: number, time: Picoseconds): void {
    const job = this.jobs[number];
    this.starts[number] = time;
    this.running.push({
      number,
      job,
      phases: job.phases()[Symbol.iterator](),
      ready: new Float64Array(job.ranks).fill(time),
      begin: new Float64Array(job.ranks),
      step: 0,
      earliest: time,
    });
  }

  private furthestBehind(): RunningJob {
    return this.running.reduce(
      (least, job) => (job.earliest < least.earliest ? job : least),
      this.running[0],
    );
  }

  /** One phase of a job; returns its number of messages. */
  private step(running: RunningJob): number {
    const drawn = running.phases.next();
    if (drawn.done) {
      this.endJob(running);
      return 0;
    }
    this.beginPhase(running, drawn.value);
    this.routePhase(running, drawn.value);
    running.step++;
    running.earliest = earliestOf(running.ready);
    return drawn.value.src.length;
  }

  private endJob({ number, ready }: RunningJob): void {
    const end = latestOf(ready);
    this.ends[number] = end;
    this.running = this.running.filter((other) => other.number !== number);
    this.jobs.forEach((other, j) => {
      const waits = this.starts[j] < 0 && other.after.includes(number);
      if (waits && other.after.every((before) => this.ends[before] >= 0)) {
        this.startJob(j, Math.max(...other.after.map((before) => this.ends[before])) + other.start);
      }
    });
  }

  private beginPhase({ ready, begin }: RunningJob, { compute, barrier }: MessagePhase): void {
    const all = barrier ? latestOf(ready) : 0;
    for (let rank = 0; rank < ready.length; rank++) {
      const pause = Math.round(compute[compute.length === 1 ? 0 : rank] * PS_PER_NS);
      begin[rank] = (barrier ? all : ready[rank]) + pause;
      ready[rank] = begin[rank];
    }
  }

  private routePhase({ number, job, ready, begin, step }: RunningJob, phase: MessagePhase): void {
    const { src, dst, bytes, wait, tag } = phase;
    const { recorder } = this;
    const gathering = recorder.messages ? null : this.pairs;
    const ranks = { number, hosts: job.hosts, begin, ready };
    const call = recorder.messages?.callCode(phase.call) ?? 0;
    for (let m = gathering?.addPhase(0, phase, ranks) ?? 0; m < src.length; m++) {
      const from = src[m];
      const to = dst[m];
      const start = begin[from];
      const duration = this.routeMessage(number, job.hosts[from], job.hosts[to], bytes[m], start);
      const end = start + Math.max(0, duration);
      recorder.messages?.add(
        this.nextId++,
        number,
        from,
        to,
        bytes[m],
        tag,
        call,
        start,
        duration < 0 ? NONE : end,
        step,
        wait === 'sends' ? NONE : begin[to],
      );
      if (wait !== 'receives' && end > ready[from]) ready[from] = end;
      if (wait !== 'sends' && end > ready[to]) ready[to] = end;
      if (gathering) m = gathering.addPhase(m + 1, phase, ranks) - 1;
    }
  }

  /** Books the message on its links; returns how long it takes, -1 where no path leads. */
  private routeMessage(
    job: number,
    from: number,
    to: number,
    bytes: number,
    start: Picoseconds,
  ): Picoseconds {
    const { fabric, path, pairs } = this;
    const { totals } = this.recorder;
    let hops = pairs ? pairs.hopsBetween(from, to) : -2;
    const gathered = hops > 0;
    if (hops === -2) hops = messagePath(fabric, start, from, to, path);
    totals.messages++;
    totals.bytesSent += bytes;
    if (hops < 0) {
      totals.messagesLost++;
      totals.bytesLost += bytes;
      return -1;
    }
    totals.bytesReceived += bytes;
    totals.bytesTimesHops += bytes * hops;
    if (hops === 0) return 0;
    const packets = this.packet === null ? 1 : Math.ceil(bytes / this.packet);
    if (this.perByte > 0) {
      const { latency, switchDelay } = fabric;
      const duration = hops * latency + (hops - 1) * switchDelay + Math.round(bytes * this.perByte);
      const end = start + duration;
      if (gathered) {
        if (pairs?.add(from, to, job, start, end, bytes, packets)) return duration;
        messagePath(fabric, start, from, to, path);
      } else if (this.recorder.transmittedPath(path, hops, job, start, end, bytes, packets)) return duration;
    }
    return this.bookHops(job, hops, bytes, packets, start);
  }

  private bookHops(
    job: number,
    hops: number,
    bytes: number,
    packets: number,
    start: Picoseconds,
  ): Picoseconds {
    const { fabric, path, recorder } = this;
    let head = start;
    let occupied = 0;
    for (let hop = 0; hop < hops; hop++) {
      const link = path[hop];
      const here = Math.round(bytes * fabric.psPerByte[link]);
      if (hop > 0) head += fabric.latency + fabric.switchDelay + (occupied > here ? occupied - here : 0);
      recorder.transmitted(link, job, head, head + here, bytes, packets, 0);
      occupied = here;
    }
    return head + occupied + fabric.latency - start;
  }
}

function earliestOf(times: Float64Array): Picoseconds {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < times.length; i++) if (times[i] < least) least = times[i];
  return least;
}

function latestOf(times: Float64Array): Picoseconds {
  let most = 0;
  for (let i = 0; i < times.length; i++) if (times[i] > most) most = times[i];
  return most;
}
