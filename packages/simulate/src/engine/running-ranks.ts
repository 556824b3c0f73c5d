import { NONE } from '@weft/model';
import { type Picoseconds, PS_PER_NS } from './fabric.ts';
import type { JobProgram, ProgramHost } from './job-program.ts';
import type { RankProgram } from './rank-program.ts';

/** A program by ranks while it runs. The part of a message is its number in the program. */
export class RunningRanks implements JobProgram {
  private readonly job: number;
  private readonly program: RankProgram;
  private readonly host: ProgramHost;
  private readonly rankOf: Int32Array;
  /** Step each rank is in. */
  private readonly at: Int32Array;
  /** What each step still waits for, and when it began; -1 = not yet. */
  private readonly left: Int32Array;
  private readonly began: Float64Array;
  private readonly missing: Int32Array;
  private readonly waiters: readonly (readonly number[])[];
  /** Ranks that are through with their step. */
  private ready: number[] = [];
  private ranksRunning: number;
  private messagesLeft = 0;

  constructor(job: number, program: RankProgram, host: ProgramHost) {
    const { offsets, gatherings, compute } = program;
    this.job = job;
    this.program = program;
    this.host = host;
    this.rankOf = ranksOfSteps(offsets);
    this.at = Int32Array.from(offsets.subarray(0, offsets.length - 1), (first) => first - 1);
    this.left = awaitedBySteps(program);
    this.began = new Float64Array(compute.length).fill(NONE);
    this.missing = gatherings.slice();
    this.waiters = waitersOf(program);
    this.ranksRunning = offsets.length - 1;
  }

  start(time: Picoseconds): void {
    for (let rank = 0; rank < this.at.length; rank++) this.ready.push(rank);
    this.settle(time);
  }

  begin(rank: number, time: Picoseconds): void {
    if (this.runStep(rank, time)) this.ready.push(rank);
    this.settle(time);
  }

  delivered(message: number, _src: number, _dst: number, time: Picoseconds): void {
    this.messagesLeft--;
    this.release(this.program.heldIn[message]);
    this.release(this.program.receivedIn[message]);
    this.settle(time);
  }

  beganAt(message: number): Picoseconds | null {
    const step = this.program.receivedIn[message];
    if (step === NONE) return NONE;
    return this.began[step] < 0 ? null : this.began[step];
  }

  awaitedIn(message: number): number {
    return this.program.receivedIn[message];
  }

  stepOf(): number {
    return NONE;
  }

  /** Moves all on that have nothing to wait for, and notices the end. */
  private settle(time: Picoseconds): void {
    while (this.ready.length > 0) {
      const ranks = this.ready;
      this.ready = [];
      for (const rank of ranks) this.advance(rank, time);
    }
    if (this.ranksRunning === 0 && this.messagesLeft === 0) {
      this.ranksRunning = -1;
      this.host.ended(this.job, time);
    }
  }

  /** Moves a rank on through its steps until it has to wait. */
  private advance(rank: number, time: Picoseconds): void {
    do {
      const step = ++this.at[rank];
      if (step === this.program.offsets[rank + 1]) {
        this.ranksRunning--;
        return;
      }
      const pause = Math.round(this.program.compute[step] * PS_PER_NS);
      if (pause > 0) {
        this.host.timer(this.job, rank, time + pause);
        return;
      }
    } while (this.runStep(rank, time));
  }

  /** Sends what the step of a rank sends; true where it has nothing to wait for. */
  private runStep(rank: number, time: Picoseconds): boolean {
    const { sends, order, batches, batchOf, joins } = this.program;
    const step = this.at[rank];
    this.messagesLeft += sends[step + 1] - sends[step];
    this.host.begun(this.job, rank, step, time);
    for (let at = sends[step]; at < sends[step + 1]; at++) {
      const message = order[at];
      this.host.send(this.job, message, message, batches[batchOf[message]], time);
    }
    const gathering = joins[step];
    if (gathering !== NONE && --this.missing[gathering] === 0) {
      for (const waiter of this.waiters[gathering]) this.release(waiter);
    }
    this.began[step] = time;
    return this.left[step] === 0;
  }

  private release(step: number): void {
    if (step !== NONE && --this.left[step] === 0 && this.began[step] >= 0) this.ready.push(this.rankOf[step]);
  }
}

function ranksOfSteps(offsets: Int32Array): Int32Array {
  const ranks = new Int32Array(offsets[offsets.length - 1]);
  for (let rank = 0; rank + 1 < offsets.length; rank++) ranks.fill(rank, offsets[rank], offsets[rank + 1]);
  return ranks;
}

function awaitedBySteps({ compute, receivedIn, heldIn, awaits }: RankProgram): Int32Array {
  const left = Int32Array.from(compute, (_, step) => (awaits[step] === NONE ? 0 : 1));
  for (const steps of [receivedIn, heldIn]) for (const step of steps) if (step !== NONE) left[step]++;
  return left;
}

function waitersOf({ awaits, gatherings }: RankProgram): readonly (readonly number[])[] {
  const waiters: number[][] = Array.from(gatherings, () => []);
  awaits.forEach((gathering, step) => {
    if (gathering !== NONE) waiters[gathering].push(step);
  });
  return waiters;
}
