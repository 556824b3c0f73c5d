/** A fraction of whole numbers, exact. */
export interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

export const whole = (value: number): Fraction => ({ over: BigInt(value), under: 1n });

export function add(a: Fraction, b: Fraction): Fraction {
  return { over: a.over * b.under + b.over * a.under, under: a.under * b.under };
}

export function less(a: Fraction, b: Fraction): boolean {
  return a.over * b.under < b.over * a.under;
}

const negative = ({ over, under }: Fraction): Fraction => ({ over: -over, under });
const times = (a: Fraction, factor: number): Fraction => ({ over: a.over * BigInt(factor), under: a.under });
const divided = (a: Fraction, by: number): Fraction => ({ over: a.over, under: a.under * BigInt(by) });

/** The turns of one link in exact fractions: messages due at the same reading go in the order in which they entered. */
export class ExactTurns {
  private readonly psPerByte: number;
  private clock = whole(0);
  private read = whole(0);
  private sharing: Fraction[] = [];
  private readonly joined = new Map<number, Fraction>();
  private waiting: { place: number; due: Fraction }[] = [];

  constructor(psPerByte: number) {
    this.psPerByte = psPerByte;
  }

  join(place: number, time: number, bytes: number): void {
    this.advance(whole(time));
    this.joined.set(place, this.clock);
    this.sharing = [...this.sharing, add(this.clock, whole(bytes))];
  }

  enter(place: number, bytes: number): void {
    const due = add(this.joined.get(place) ?? whole(0), whole(bytes));
    const at = this.waiting.findIndex((other) => less(due, other.due));
    this.waiting.splice(at < 0 ? this.waiting.length : at, 0, { place, due });
  }

  takeFirst(): number {
    return this.waiting.shift()?.place ?? -1;
  }

  /** Step by step to the next fluid end, or to the time. */
  private advance(time: Fraction): void {
    for (;;) {
      const pace = this.sharing.length * this.psPerByte;
      const next = this.sharing.reduce<Fraction | null>((a, b) => (a && !less(b, a) ? a : b), null);
      if (!next) break;
      const end = add(this.read, times(add(next, negative(this.clock)), pace));
      if (less(time, end)) {
        this.clock = add(this.clock, divided(add(time, negative(this.read)), pace));
        break;
      }
      this.read = end;
      this.clock = next;
      this.sharing = this.sharing.filter((other) => less(next, other));
    }
    this.read = time;
  }
}
