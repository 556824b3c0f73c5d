import { NONE } from '@weft/model';
import type { MessagePhase } from '../workload.ts';

/** A phase being run: its messages by sender, and what has arrived. */
export interface RunningPhase {
  readonly phase: MessagePhase;
  /** Messages of rank r: order[offsets[r] .. offsets[r + 1]). */
  readonly offsets: Int32Array;
  readonly order: Int32Array;
  /** Messages each rank is still to get. */
  readonly expected: Int32Array;
  /** When each rank began to send and to wait; -1 = not yet. */
  readonly began: Float64Array;
  /** Messages not yet arrived, and ranks not yet through. */
  left: number;
  ranksLeft: number;
}

/** The phases between the slowest and the fastest rank, drawn from the workload as they are needed. */
export class PhaseWindow {
  /** Number of the oldest phase in memory. */
  oldest = 0;
  private readonly ranks: number;
  private readonly source: Iterator<MessagePhase>;
  private readonly inMemory: RunningPhase[] = [];
  private ended = false;

  constructor(ranks: number, phases: Iterable<MessagePhase>) {
    this.ranks = ranks;
    this.source = phases[Symbol.iterator]();
  }

  /** The phase of that number, or null behind the last. */
  get(number: number): RunningPhase | null {
    while (!this.ended && number >= this.oldest + this.inMemory.length) {
      const drawn = this.source.next();
      if (drawn.done) this.ended = true;
      else this.inMemory.push(indexPhase(drawn.value, this.ranks));
    }
    return this.inMemory[number - this.oldest] ?? null;
  }

  /** Whether all ranks have gone through the phase of that number. */
  isThrough(number: number): boolean {
    return number < this.oldest || this.inMemory[number - this.oldest]?.ranksLeft === 0;
  }

  /** Forgets phases through which all ranks and messages have gone; true if there was one. */
  retire(): boolean {
    const before = this.oldest;
    while (this.inMemory.length > 0 && this.inMemory[0].left === 0 && this.inMemory[0].ranksLeft === 0) {
      this.inMemory.shift();
      this.oldest++;
    }
    return this.oldest > before;
  }
}

function indexPhase(phase: MessagePhase, ranks: number): RunningPhase {
  const { src, dst } = phase;
  const offsets = new Int32Array(ranks + 1);
  const expected = new Int32Array(ranks);
  for (let m = 0; m < src.length; m++) {
    offsets[src[m] + 1]++;
    expected[dst[m]]++;
  }
  for (let rank = 0; rank < ranks; rank++) offsets[rank + 1] += offsets[rank];
  const next = offsets.slice(0, ranks);
  const order = new Int32Array(src.length);
  for (let m = 0; m < src.length; m++) order[next[src[m]]++] = m;
  const began = new Float64Array(ranks).fill(NONE);
  return { phase, offsets, order, expected, began, left: src.length, ranksLeft: ranks };
}
