import { NONE, type WorkContext } from '@weft/model';
import { EarlyMessages } from './early-messages.ts';
import { EventQueue } from './event-queue.ts';
import { checkTime, type Fabric, MOST_HOPS, type Picoseconds } from './fabric.ts';
import { FairPackets } from './fair-packets.ts';
import type { HopRows } from './hop-rows.ts';
import type { JobProgram, MessageBatch, ProgramHost } from './job-program.ts';
import { KnownPaths } from './known-paths.ts';
import type { LinkModel } from './link-model.ts';
import { MessagePool } from './message-pool.ts';
import { pause } from './pause.ts';
import type { PlacedJob } from './placed-job.ts';
import { Program } from './program.ts';
import type { Recorder } from './recorder.ts';
import { RunningRanks } from './running-ranks.ts';
import { UpPorts } from './up-ports.ts';
import { WholeMessages } from './whole-messages.ts';

export interface EventOptions {
  /** Bytes of a packet; null = whole messages, first come, first served. */
  readonly packet: number | null;
  readonly switching: 'cut-through' | 'store-and-forward';
  readonly adaptive: boolean;
  /** Messages arrive when they are sent and load no link: what is left is the time of the program itself. */
  readonly instant?: boolean;
}

const EVENTS_BETWEEN_PAUSES = 50_000;
/** Rows of hops go to the sink while they are still in the processor's cache. */
const EVENTS_BETWEEN_HOPS = 1024;
/** Of events of one time, links wake first, then messages go on by their number, then timers. */
const TIMER_KEY = 2 ** 52;

/** What a model of links works with. */
export interface LinkParts {
  readonly fabric: Fabric;
  readonly pool: MessagePool;
  readonly queue: EventQueue;
  readonly recorder: Recorder;
}

function createLinks({ fabric, pool, queue, recorder }: LinkParts, options: EventOptions): LinkModel {
  const forward = options.switching === 'store-and-forward';
  const upPorts = options.adaptive ? new UpPorts(fabric, pool) : null;
  return options.packet === null
    ? new WholeMessages(fabric, pool, queue, recorder, forward, upPorts)
    : new FairPackets(fabric, pool, queue, recorder, options.packet, forward, upPorts);
}

/** Runs jobs with contention: one event after the other, in the order of time. */
export class EventModel implements ProgramHost {
  private readonly fabric: Fabric;
  private readonly jobs: readonly PlacedJob[];
  private readonly recorder: Recorder;
  private readonly queue = new EventQueue();
  private readonly pool = new MessagePool();
  private readonly links: LinkModel;
  private readonly programs: (JobProgram | null)[];
  private readonly ends: Float64Array;
  private readonly starts: Float64Array;
  private readonly firstTimer: Int32Array;
  /** Events from this number down are messages that cross no link. */
  private readonly firstNumber: number;
  private readonly paths: KnownPaths;
  private readonly early = new EarlyMessages();
  private readonly path = new Int32Array(MOST_HOPS);
  private readonly slowest: number;
  private readonly instant: boolean;
  private largest = 0;
  /** Events dealt with so far. */
  events = 0;
  private now: Picoseconds = 0;
  /** Key of the current event. */
  private key = 0;
  private nextId = 0;
  /** The job with whose end the run stops, null = none; and whether it has. */
  private last: number | null = null;
  private stopped = false;

  constructor(
    fabric: Fabric,
    jobs: readonly PlacedJob[],
    recorder: Recorder,
    options: EventOptions,
    links: (parts: LinkParts, options: EventOptions) => LinkModel = createLinks,
  ) {
    this.fabric = fabric;
    this.jobs = jobs;
    this.recorder = recorder;
    this.paths = new KnownPaths(fabric);
    this.links = links({ fabric, pool: this.pool, queue: this.queue, recorder }, options);
    this.slowest = fabric.psPerByte.reduce((most, perByte) => Math.max(most, perByte), 0);
    this.instant = options.instant ?? false;
    this.programs = jobs.map(() => null);
    this.ends = new Float64Array(jobs.length).fill(NONE);
    this.starts = new Float64Array(jobs.length).fill(NONE);
    this.firstTimer = new Int32Array(jobs.length + 1);
    jobs.forEach((job, j) => {
      this.firstTimer[j + 1] = this.firstTimer[j] + job.ranks + 1;
    });
    this.firstNumber = -1 - fabric.network.linkCount - this.firstTimer[jobs.length];
  }

  /** When each job began and ended, in picoseconds. */
  get jobTimes(): { starts: Float64Array; ends: Float64Array } {
    return { starts: this.starts, ends: this.ends };
  }

  /** Runs all jobs to their ends, or only until one job has ended. */
  async run(context: WorkContext, total: number, until: number | null = null): Promise<void> {
    this.last = until;
    this.jobs.forEach((job, j) => {
      if (job.after.length === 0) this.startLater(j, job.start);
    });
    // Making the machine may have taken long: a signal of that time ends the run before its first event.
    await pause(context.signal);
    while (this.queue.size > 0 && !this.stopped) {
      await this.runUntilPause();
      checkTime(this.now);
      await pause(context.signal);
      this.links.bookUntil(this.now);
      await this.recorder.flush(this.now - this.settled(), context.signal);
      context.onProgress?.({
        label: 'simulating',
        done: this.recorder.totals.messages,
        total,
        unit: 'messages',
      });
    }
    this.recorder.totals.end = Math.max(this.now, ...this.ends);
    await this.recorder.finish(context.signal);
  }

  send(job: number, part: number, message: number, batch: MessageBatch, time: Picoseconds): void {
    const { hosts } = this.jobs[job];
    const { src, dst, bytes, tag, call } = batch;
    const { pool, path } = this;
    const { totals, messages } = this.recorder;
    const hops = this.instant ? 0 : this.paths.find(time, hosts[src[message]], hosts[dst[message]], path);
    const amount = bytes[message];
    const slot = pool.take(hops);
    pool.job[slot] = job;
    pool.src[slot] = src[message];
    pool.dst[slot] = dst[message];
    pool.part[slot] = part;
    pool.tag[slot] = tag;
    pool.call[slot] = messages ? messages.callCode(call) : 0;
    pool.bytes[slot] = amount;
    pool.id[slot] = this.nextId++;
    pool.start[slot] = time;
    totals.bytesSent += amount;
    if (hops <= 0) {
      this.queue.push(time, pool.id[slot], this.firstNumber - slot);
      return;
    }
    const first = pool.first[slot];
    for (let hop = 0; hop < hops; hop++) pool.link[first + hop] = path[hop];
    totals.bytesTimesHops += amount * hops;
    if (amount > this.largest) this.largest = amount;
    this.links.inject(slot, time, this.key);
  }

  timer(job: number, rank: number, time: Picoseconds): void {
    const timer = this.firstTimer[job] + rank;
    this.queue.push(time, TIMER_KEY + timer, -1 - this.fabric.network.linkCount - timer);
  }

  begun(job: number, rank: number, step: number, time: Picoseconds): void {
    if (this.early.count === 0) return;
    const program = this.programs[job];
    for (const { slot, arrived } of this.early.take(
      this.firstTimer[job] + rank,
      (held) => program?.awaitedIn(this.pool.part[held]) === step,
    )) {
      this.writeMessage(slot, arrived, time);
    }
  }

  ended(job: number, time: Picoseconds): void {
    this.ends[job] = time;
    if (job === this.last) this.stopped = true;
    this.jobs.forEach((other, j) => {
      if (
        this.starts[j] < 0 &&
        other.after.includes(job) &&
        other.after.every((before) => this.ends[before] >= 0)
      ) {
        this.startLater(j, time + other.start);
      }
    });
  }

  private startLater(job: number, time: Picoseconds): void {
    this.starts[job] = time;
    this.timer(job, this.jobs[job].ranks, time);
  }

  private async runUntilPause(): Promise<void> {
    const { hops } = this.recorder;
    if (!hops) {
      this.runSome(EVENTS_BETWEEN_PAUSES);
      return;
    }
    for (let n = 0; n < EVENTS_BETWEEN_PAUSES && this.queue.size > 0; n += EVENTS_BETWEEN_HOPS) {
      this.runSome(EVENTS_BETWEEN_HOPS);
      if (hops.waiting > 0) await hops.flush();
    }
  }

  private runSome(most: number): void {
    const { queue, links } = this;
    const { linkCount } = this.fabric.network;
    let n = 0;
    for (; n < most && queue.size > 0 && !this.stopped; n++) {
      const event = queue.pop();
      const { time } = queue;
      this.now = time;
      if (event >= 0) {
        const slot = links.arrive(event, time);
        if (slot >= 0) this.complete(slot, time);
      } else if (event >= -linkCount) links.wake(-1 - event, time);
      else if (event > this.firstNumber) this.runTimer(-1 - event - linkCount, time);
      else this.complete(this.firstNumber - event, time);
    }
    this.events += n;
  }

  private complete(slot: number, time: Picoseconds): void {
    const { pool, recorder } = this;
    const { totals } = recorder;
    const lost = pool.hops[slot] < 0;
    const job = pool.job[slot];
    const src = pool.src[slot];
    const dst = pool.dst[slot];
    const bytes = pool.bytes[slot];
    const part = pool.part[slot];
    this.key = pool.id[slot];
    totals.messages++;
    if (lost) {
      totals.bytesLost += bytes;
      totals.messagesLost++;
    } else totals.bytesReceived += bytes;
    if (recorder.hops && pool.hops[slot] > 0) this.writeHops(slot, recorder.hops);
    const begun = lost || !recorder.messages ? NONE : (this.programs[job]?.beganAt(part, dst) ?? null);
    if (begun === null) this.early.hold(this.firstTimer[job] + dst, slot, time);
    else this.writeMessage(slot, lost ? NONE : time, begun);
    this.programs[job]?.delivered(part, src, dst, time);
  }

  /** The end of a message: its row, and its slot is free. */
  private writeMessage(slot: number, end: Picoseconds, begun: Picoseconds): void {
    const { pool } = this;
    this.recorder.messages?.add(
      pool.id[slot],
      pool.job[slot],
      pool.src[slot],
      pool.dst[slot],
      pool.bytes[slot],
      pool.tag[slot],
      pool.call[slot],
      pool.start[slot],
      end,
      this.programs[pool.job[slot]]?.stepOf(pool.part[slot]) ?? NONE,
      begun,
    );
    pool.release(slot);
  }

  private writeHops(slot: number, rows: HopRows): void {
    const at = rows.take(this.pool.hops[slot]);
    if (at >= 0) this.links.writeHops(slot, rows.block, at);
  }

  get furthestAhead(): number {
    return this.programs.reduce((most, program) => Math.max(most, program?.furthestAhead ?? 0), 0);
  }

  private runTimer(timer: number, time: Picoseconds): void {
    this.key = Number.POSITIVE_INFINITY;
    let job = 0;
    while (this.firstTimer[job + 1] <= timer) job++;
    const rank = timer - this.firstTimer[job];
    if (rank < this.jobs[job].ranks) {
      this.programs[job]?.begin(rank, time);
      return;
    }
    const { ranks, phases, program } = this.jobs[job];
    const started = program ? new RunningRanks(job, program, this) : new Program(job, ranks, phases(), this);
    this.programs[job] = started;
    started.start(time);
  }

  /** Transmissions that began longer ago than this are all booked. */
  private settled(): Picoseconds {
    const { latency, switchDelay } = this.fabric;
    return latency + switchDelay + Math.ceil(this.largest * this.slowest);
  }
}
