import { NONE } from '@weft/model';

const SECONDS = 1e9;
/** Seconds are stored in 16 bits. */
const WRAP = 65_536;

/** Processor times of one process, as its records tell them: at the start and the end of each call. */
export class CpuClock {
  private first = NONE;
  private last = NONE;
  private wraps = 0;
  private lastSeconds = 0;

  /** Nanoseconds from the first start to the last end; NONE where no record has processor times. */
  get total(): number {
    return this.first === NONE || this.last < this.first ? NONE : this.last - this.first;
  }

  /** Nanoseconds inside the call whose times lie at `at`; NONE where the tracer left them 0, or the clock went back. */
  read(bytes: Uint8Array, at: number): number {
    const startSeconds = (bytes[at] << 8) | bytes[at + 1];
    const startNano = (bytes[at + 2] << 24) | (bytes[at + 3] << 16) | (bytes[at + 4] << 8) | bytes[at + 5];
    const stopSeconds = (bytes[at + 6] << 8) | bytes[at + 7];
    const stopNano = (bytes[at + 8] << 24) | (bytes[at + 9] << 16) | (bytes[at + 10] << 8) | bytes[at + 11];
    if ((startSeconds | startNano | stopSeconds | stopNano) === 0) return NONE;
    if (stopSeconds + WRAP / 2 < this.lastSeconds) this.wraps += WRAP;
    this.lastSeconds = stopSeconds;
    const early = startSeconds > stopSeconds + WRAP / 2 ? WRAP : 0;
    const start = (startSeconds + this.wraps - early) * SECONDS + startNano;
    const stop = (stopSeconds + this.wraps) * SECONDS + stopNano;
    if (this.first === NONE) this.first = start;
    this.last = stop;
    return stop < start ? NONE : stop - start;
  }
}
