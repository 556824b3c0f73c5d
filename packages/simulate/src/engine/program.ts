import { NONE } from '@weft/model';
import type { MessagePhase } from '../workload.ts';
import { type Picoseconds, PS_PER_NS } from './fabric.ts';
import type { JobProgram, ProgramHost } from './job-program.ts';
import { PhaseWindow, type RunningPhase } from './phase-window.ts';

/** How far the fastest rank may be ahead of the slowest, in phases: what bounds the memory of a run. */
const MOST_AHEAD = 32;

/** Ranks going through the phases of a workload, each waiting for its messages. The part of a message is its phase. */
export class Program implements JobProgram {
  private readonly job: number;
  private readonly ranks: number;
  private readonly host: ProgramHost;
  private readonly phases: PhaseWindow;
  /** Phase each rank is in, what it still waits for there, and whether it has begun to send. */
  private readonly at: Int32Array;
  private readonly awaited: Int32Array;
  private readonly begun: Uint8Array;
  /** Ranks held back by a barrier or by being too far ahead. */
  private parked: number[] = [];
  private ranksRunning: number;
  /** Number of the phase that the slowest rank is in. */
  private slowest = 0;
  /** How many phases a rank has been ahead of the slowest, at most. */
  furthestAhead = 0;
  private messagesLeft = 0;

  constructor(job: number, ranks: number, phases: Iterable<MessagePhase>, host: ProgramHost) {
    this.job = job;
    this.ranks = ranks;
    this.host = host;
    this.phases = new PhaseWindow(ranks, phases);
    this.at = new Int32Array(ranks).fill(-1);
    this.awaited = new Int32Array(ranks);
    this.begun = new Uint8Array(ranks);
    this.ranksRunning = ranks;
  }

  start(time: Picoseconds): void {
    for (let rank = 0; rank < this.ranks; rank++) this.advance(rank, time);
    this.settle(time);
  }

  begin(rank: number, time: Picoseconds): void {
    this.sendAll(rank, time);
    if (this.awaited[rank] === 0) this.finishPhase(rank, time);
    this.settle(time);
  }

  delivered(phase: number, src: number, dst: number, time: Picoseconds): void {
    const running = this.phases.get(phase) as RunningPhase;
    const { wait } = running.phase;
    running.left--;
    running.expected[dst]--;
    this.messagesLeft--;
    if (wait !== 'receives' && this.at[src] === phase && --this.awaited[src] === 0)
      this.finishPhase(src, time);
    if (wait !== 'sends' && this.at[dst] === phase && this.begun[dst] === 1 && --this.awaited[dst] === 0) {
      this.finishPhase(dst, time);
    }
    this.settle(time);
  }

  beganAt(phase: number, rank: number): Picoseconds | null {
    const { began, phase: own } = this.phases.get(phase) as RunningPhase;
    if (own.wait === 'sends') return NONE;
    return began[rank] < 0 ? null : began[rank];
  }

  awaitedIn(phase: number): number {
    return phase;
  }

  stepOf(phase: number): number {
    return phase;
  }

  private finishPhase(rank: number, time: Picoseconds): void {
    const running = this.phases.get(this.at[rank]) as RunningPhase;
    running.ranksLeft--;
    this.advance(rank, time);
  }

  /** Moves a rank on through phases until it has to wait. */
  private advance(rank: number, time: Picoseconds): void {
    for (;;) {
      const number = this.at[rank] + 1;
      const running = this.phases.get(number);
      if (running === null) {
        this.at[rank] = number;
        this.begun[rank] = 0;
        this.ranksRunning--;
        return;
      }
      if (this.mustWait(number, running)) {
        this.parked.push(rank);
        return;
      }
      this.at[rank] = number;
      this.begun[rank] = 0;
      this.noteLead(number);
      const { compute } = running.phase;
      const pause = compute[compute.length === 1 ? 0 : rank] * PS_PER_NS;
      if (pause > 0) {
        this.host.timer(this.job, rank, time + Math.round(pause));
        return;
      }
      this.sendAll(rank, time);
      if (this.awaited[rank] > 0) return;
      running.ranksLeft--;
    }
  }

  private noteLead(number: number): void {
    while (this.slowest < number && this.phases.isThrough(this.slowest)) this.slowest++;
    this.furthestAhead = Math.max(this.furthestAhead, number - this.slowest);
  }

  private mustWait(number: number, running: RunningPhase): boolean {
    if (number >= this.phases.oldest + MOST_AHEAD) return true;
    if (!running.phase.barrier || number === 0) return false;
    const before = number > this.phases.oldest ? this.phases.get(number - 1) : null;
    return before !== null && (before.ranksLeft > 0 || before.left > 0);
  }

  private sendAll(rank: number, time: Picoseconds): void {
    const number = this.at[rank];
    const running = this.phases.get(number) as RunningPhase;
    const { offsets, order, expected, phase } = running;
    const sends = offsets[rank + 1] - offsets[rank];
    this.begun[rank] = 1;
    this.awaited[rank] =
      (phase.wait === 'receives' ? 0 : sends) + (phase.wait === 'sends' ? 0 : expected[rank]);
    this.messagesLeft += sends;
    running.began[rank] = time;
    this.host.begun(this.job, rank, number, time);
    for (let i = offsets[rank]; i < offsets[rank + 1]; i++) {
      this.host.send(this.job, number, order[i], phase, time);
    }
  }

  /** Lets go who was held back, and notices the end. */
  private settle(time: Picoseconds): void {
    while (this.parked.length > 0 && this.phases.retire()) {
      const waiting = this.parked;
      this.parked = [];
      for (const rank of waiting) this.advance(rank, time);
    }
    if (this.ranksRunning === 0 && this.messagesLeft === 0) {
      this.ranksRunning = -1;
      this.host.ended(this.job, time);
    }
  }
}
