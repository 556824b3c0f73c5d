import { NONE, WeftError } from '@weft/model';
import type { PathMessages } from './walk-critical-path.ts';

/** What a step of a program asks of its ranks, where it is known; else no barrier, and both ways are waited for. */
export interface ProgramStep {
  readonly barrier: boolean;
  readonly wait: 'both' | 'sends' | 'receives';
}

/** What ended the waiting of a rank: the arrival of a message (by row), or (-1) only its own begin of a step. */
interface PathCause {
  readonly time: number;
  readonly message: number;
  readonly rank: number;
  readonly step: number;
}

/** Pairs of a rank and a step, of each of which twelve bytes are kept. */
const MOST_PLACES = 2 ** 27;

/** When the ranks of a job began their steps, and what they waited for there. */
export class ProgramEvents {
  private readonly messages: PathMessages;
  private readonly program: readonly ProgramStep[];
  private readonly ranks: number;
  /** The steps that messages have, in order: what a step is numbered by may be any number. */
  private readonly steps: readonly number[];
  private readonly placeOf: ReadonlyMap<number, number>;
  /** Per place of a step, and rank: when it began, and the arrival it waited for longest (-1 = none). */
  private readonly begun: Float64Array;
  private readonly awaited: Int32Array;
  /** Per place of a step: the arrival that came last of all, and the rank that began last. */
  private readonly lastArrival: Int32Array;
  private readonly lastBegun: Int32Array;

  constructor(messages: PathMessages, job: number, program: readonly ProgramStep[]) {
    this.messages = messages;
    this.program = program;
    const { src, dst, step } = messages.columns;
    const rows = Array.from({ length: messages.rows }, (_, row) => row).filter(
      (row) => messages.columns.job[row] === job && step[row] !== NONE,
    );
    this.ranks = rows.reduce((most, row) => Math.max(most, src[row] + 1, dst[row] + 1), 0);
    this.steps = [...new Set(rows.map((row) => step[row]))].sort((a, b) => a - b);
    this.placeOf = new Map(this.steps.map((own, place) => [own, place]));
    const places = this.ranks * this.steps.length;
    if (places > MOST_PLACES) throw tooMany();
    this.begun = new Float64Array(places).fill(NONE);
    this.awaited = new Int32Array(places).fill(-1);
    this.lastArrival = new Int32Array(this.steps.length).fill(-1);
    this.lastBegun = new Int32Array(this.steps.length).fill(-1);
    for (const row of rows) this.addMessage(row);
    this.findLastBegun();
  }

  /** What came last of all steps. */
  last(): PathCause | null {
    let found: PathCause | null = null;
    for (let place = 0; place < this.steps.length; place++) {
      const cause = this.lastOf(place);
      if (cause && (!found || cause.time >= found.time)) found = cause;
    }
    return found;
  }

  /** What a rank had waited for when it began a step at a time; null = nothing, it is its first. */
  before(rank: number, step: number, time: number): PathCause | null {
    const place = this.placeOf.get(step) ?? 0;
    if (this.program[step]?.barrier) {
      const cause = this.lastBefore(place);
      if (cause && cause.time <= time) return cause;
    }
    for (let earlier = place - 1; earlier >= 0; earlier--) {
      const at = earlier * this.ranks + rank;
      if (this.begun[at] === NONE && this.awaited[at] < 0) continue;
      return this.endOf(rank, earlier, time);
    }
    return null;
  }

  /** What ended the waiting of a rank in a step, no later than its next begin. */
  private endOf(rank: number, place: number, time: number): PathCause {
    const step = this.steps[place];
    const at = place * this.ranks + rank;
    const row = this.awaited[at];
    const begun = Math.min(time, this.begun[at] === NONE ? time : this.begun[at]);
    const arrived = row < 0 ? NONE : this.messages.columns.send_end[row];
    if (arrived > begun && arrived <= time) return { time: arrived, message: row, rank, step };
    return { time: begun, message: -1, rank, step };
  }

  private addMessage(row: number): void {
    const { src, dst, step, send_start, send_end, recv_start } = this.messages.columns;
    const place = this.placeOf.get(step[row])!;
    const first = place * this.ranks;
    this.begun[first + src[row]] = send_start[row];
    if (recv_start[row] !== NONE) this.begun[first + dst[row]] = recv_start[row];
    if (send_end[row] === NONE) return;
    if (this.program[step[row]]?.wait !== 'receives') this.await(first + src[row], row);
    if (recv_start[row] !== NONE) this.await(first + dst[row], row);
    const known = this.lastArrival[place];
    if (known < 0 || send_end[row] > send_end[known]) this.lastArrival[place] = row;
  }

  private await(at: number, row: number): void {
    const { send_end } = this.messages.columns;
    const known = this.awaited[at];
    if (known < 0 || send_end[row] > send_end[known]) this.awaited[at] = row;
  }

  private findLastBegun(): void {
    for (let place = 0; place < this.steps.length; place++) {
      for (let rank = 0; rank < this.ranks; rank++) {
        const known = this.lastBegun[place];
        const begun = this.begun[place * this.ranks + rank];
        if (begun !== NONE && (known < 0 || begun > this.begun[place * this.ranks + known])) {
          this.lastBegun[place] = rank;
        }
      }
    }
  }

  private lastBefore(place: number): PathCause | null {
    let found: PathCause | null = null;
    for (let at = 0; at < place; at++) {
      const cause = this.lastOf(at);
      if (cause && (!found || cause.time >= found.time)) found = cause;
    }
    return found;
  }

  private lastOf(place: number): PathCause | null {
    const step = this.steps[place];
    const row = this.lastArrival[place];
    const rank = this.lastBegun[place];
    const begun = rank < 0 ? NONE : this.begun[place * this.ranks + rank];
    const arrived = row < 0 ? NONE : this.messages.columns.send_end[row];
    if (begun === NONE && arrived === NONE) return null;
    if (arrived >= begun) return { time: arrived, message: row, rank: -1, step };
    return { time: begun, message: -1, rank, step };
  }
}

function tooMany(): WeftError {
  return new WeftError({
    code: 'TOO-MANY-STEPS',
    message: 'too many ranks and steps to find the critical path',
    advice: 'Choose another job, or simulate fewer ranks or iterations.',
  });
}
