import { NONE, WeftError } from '@weft/model';
import { ByteWindow } from './byte-window.ts';
import type { CpuClock } from './cpu-clock.ts';
import type { Sections } from './read-sections.ts';
import { END_OF_STREAM, functionNames } from './record-layout.ts';
import { skipArguments, TOO_SHORT } from './skip-arguments.ts';

const SECONDS = 1e9;
/** Seconds are stored in 16 bits and wrap after 18.2 hours. */
const WRAP = 65_536;
/** 76 days; more jumps back than that are damage. */
const MOST_WRAPS = 100 * WRAP;
/** A longer record is damage: a Waitall of 14 million requests fits. */
const MOST_RECORD_BYTES = 1 << 28;

export interface ClockZero {
  /** The wall time that becomes time 0. */
  readonly seconds: number;
  readonly nanoseconds: number;
}

/**
 * The records of one file, one after the other. `next` fills the public fields; there is no object per record.
 * Arguments lie in bytes[args .. end), whole and checked.
 */
export class RecordStream {
  id = 0;
  mask = 0;
  /** Nanoseconds since the trace's first call; 0 where the trace has no wall times. */
  start = 0;
  stop = 0;
  /** Nanoseconds of processor time of the process inside the call; NONE where the record has none, or it is not read. */
  cpu = NONE;
  args = 0;
  end = 0;
  records = 0;
  timed = 0;
  readonly window: ByteWindow;
  private readonly path: string;
  private readonly lenient: boolean;
  private readonly zero: ClockZero;
  /** Wall base minus clock zero, seconds. */
  private readonly base: number;
  private readonly zeroNanoseconds: number;
  /** Set where processor times are to be read. */
  cpuClock: CpuClock | null = null;
  private wraps = 0;
  private lastStop = 0;
  /** What ended the stream early, if something did. */
  fault: WeftError | null = null;

  /** Without a zero, times count from the file's own base; `window` = bytes held at a time. */
  constructor(file: number, path: string, sections: Sections, zero: ClockZero | null, window?: number) {
    this.path = path;
    this.lenient = sections.hasIndex;
    this.window = new ByteWindow(file, sections.body, sections.streamEnd, window);
    const base = this.readBase();
    this.zero = zero ?? { seconds: base, nanoseconds: 0 };
    this.base = base - this.zero.seconds;
    this.zeroNanoseconds = this.zero.nanoseconds;
  }

  get bytes(): Uint8Array {
    return this.window.bytes;
  }

  /** `start` on the trace's own wall clock, exact. */
  startOnWall(): ClockZero {
    const total = this.start + this.zeroNanoseconds;
    const seconds = Math.floor(total / SECONDS);
    return { seconds: this.zero.seconds + seconds, nanoseconds: total - seconds * SECONDS };
  }

  next(): boolean {
    const { window } = this;
    for (;;) {
      const found = this.parse(window.bytes, window.at, window.limit);
      if (found > 0) {
        window.at = this.end;
        this.records++;
        return true;
      }
      if (found !== TOO_SHORT) return false;
      if (window.bytes.length < MOST_RECORD_BYTES && window.refill()) continue;
      return this.endEarly();
    }
  }

  /** 1 a record, 0 the end, else TOO_SHORT or UNKNOWN_FUNCTION. */
  private parse(bytes: Uint8Array, from: number, limit: number): number {
    if (from + 3 > limit) return this.isEnd(bytes, from, limit) ? 0 : TOO_SHORT;
    const id = (bytes[from] << 8) | bytes[from + 1];
    if (id === END_OF_STREAM) return 0;
    const mask = bytes[from + 2];
    let at = from + 3;
    if (mask & 0x40) at += 2;
    if (mask & 0x04) at += 12;
    const wall = at;
    if (mask & 0x08) at += 12;
    if (at > limit) return TOO_SHORT;
    if (mask & 0x80) {
      if (at + 1 > limit) return TOO_SHORT;
      at += 1 + bytes[at] * 16;
    }
    const end = skipArguments(bytes, at, limit, id, (mask & 3) !== 0);
    if (end < 0) {
      if (end !== TOO_SHORT) this.fail(id, 'UNKNOWN-FUNCTION', `there is no MPI function with id ${id}`);
      return end;
    }
    this.id = id;
    this.mask = mask;
    this.args = at;
    this.end = end;
    if (this.cpuClock)
      this.cpu = mask & 0x04 ? this.cpuClock.read(bytes, from + (mask & 0x40 ? 5 : 3)) : NONE;
    if (mask & 0x08) this.readTimes(bytes, wall);
    else {
      this.start = 0;
      this.stop = 0;
    }
    return 1;
  }

  private isEnd(bytes: Uint8Array, from: number, limit: number): boolean {
    const left = limit - from;
    if (left === 2) return ((bytes[from] << 8) | bytes[from + 1]) === END_OF_STREAM;
    return false;
  }

  private readTimes(bytes: Uint8Array, at: number): void {
    const startSeconds = (bytes[at] << 8) | bytes[at + 1];
    const startNano = (bytes[at + 2] << 24) | (bytes[at + 3] << 16) | (bytes[at + 4] << 8) | bytes[at + 5];
    const stopSeconds = (bytes[at + 6] << 8) | bytes[at + 7];
    const stopNano = (bytes[at + 8] << 24) | (bytes[at + 9] << 16) | (bytes[at + 10] << 8) | bytes[at + 11];
    if (stopSeconds + WRAP / 2 < this.lastStop && this.wraps < MOST_WRAPS) this.wraps += WRAP;
    this.lastStop = stopSeconds;
    const base = this.base + this.wraps;
    const early = startSeconds > stopSeconds + WRAP / 2 ? WRAP : 0;
    const zero = this.zeroNanoseconds;
    this.start = (startSeconds + base - early) * SECONDS + startNano - zero;
    this.stop = (stopSeconds + base) * SECONDS + stopNano - zero;
    this.timed++;
  }

  private readBase(): number {
    const { window } = this;
    while (window.limit < 8 && window.refill());
    if (window.limit < 8) return 0;
    const { bytes } = window;
    window.at = 8;
    return (bytes[4] << 24) | (bytes[5] << 16) | (bytes[6] << 8) | bytes[7];
  }

  private endEarly(): false {
    const { window } = this;
    if (window.left > 0) {
      const { bytes, at, limit } = window;
      const id = at + 2 <= limit ? (bytes[at] << 8) | bytes[at + 1] : -1;
      this.fail(id, 'TRUNCATED', `the stream ends inside a record: ${window.left} bytes are left of it`);
    } else if (!this.lenient) {
      this.fail(-1, 'TRUNCATED', 'the stream of calls has no end mark');
    }
    return false;
  }

  private fail(id: number, code: string, message: string): void {
    this.fault ??= new WeftError({
      code,
      message: code === 'TRUNCATED' ? message : `${message} after ${this.records} records`,
      file: this.path,
      offset: this.window.offset,
      record: id < 0 ? `${this.records}` : `${this.records}, ${functionNames[id] ?? `function ${id}`}`,
      advice: 'Import the readable rest with --keep-going.',
    });
  }
}
