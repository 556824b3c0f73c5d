const ZERO = 48;
const NINE = 57;
const LOW_DIGITS = 9;
export const BASE = 1_000_000_000;

/** A whole number of up to 20 digits as high * 10^9 + low: counters of 64 bits exceed what one number holds exactly. */
export interface Decimal {
  high: number;
  low: number;
}

/** Reads bytes[from .. to) into `into`; false where they are no whole number of at most 20 digits. */
export function readDecimal(bytes: Uint8Array, from: number, to: number, into: Decimal): boolean {
  if (to <= from || to - from > 20) return false;
  const split = Math.max(from, to - LOW_DIGITS);
  into.high = digits(bytes, from, split);
  into.low = digits(bytes, split, to);
  return into.high >= 0 && into.low >= 0;
}

/** The number of these digits, 0 for none; -1 where something else is among them. */
export function digits(bytes: Uint8Array, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    if (byte < ZERO || byte > NINE) return -1;
    value = value * 10 + byte - ZERO;
  }
  return value;
}

/** The same of a text: whole numbers exactly, others (1.5e+12) as near as a number comes. */
export function decimalOf(text: string): Decimal | null {
  const into = { high: 0, low: 0 };
  const bytes = Buffer.from(text, 'latin1');
  if (readDecimal(bytes, 0, bytes.length, into)) return into;
  const value = text === '' ? Number.NaN : Number(text);
  if (!(value >= 0) || value >= 2 ** 64) return null;
  return { high: Math.floor(value / BASE), low: value % BASE };
}
