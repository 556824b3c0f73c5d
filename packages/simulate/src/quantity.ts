import { z } from 'zod';

const TIMES: Readonly<Record<string, number>> = {
  ns: 1,
  us: 1e3,
  µs: 1e3,
  ms: 1e6,
  s: 1e9,
  min: 60e9,
  h: 3600e9,
  d: 86_400e9,
};

const SIZES: Readonly<Record<string, number>> = {
  B: 1,
  kB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
  KiB: 1024,
  MiB: 1024 ** 2,
  GiB: 1024 ** 3,
};

const LONGEST = 366 * 86_400e9;
const MOST_BYTES = 1e12;
const SLOWEST = 1e3;
const FASTEST = 1e15;
const MOST_TURNS = 1_000_000;

/** A number of nanoseconds, or text with a unit: `"60 s"`, `"24 h"`, `"100 ns"`. */
const times = { units: TIMES, suffix: '', doc: 'nanoseconds, or text with ns, us, ms, s, min, h or d' };
export const duration = quantity(times, z.number().nonnegative().max(LONGEST), 'at most a year');
export const positiveDuration = quantity(times, z.number().min(1).max(LONGEST), 'from 1 ns to a year');

/** A whole number of bytes, at least one, or text with a unit: `"64 KiB"`, `"50 MB"`. */
const sizes = { units: SIZES, suffix: '', doc: 'bytes, or text with B, kB, MB, GB, TB, KiB, MiB or GiB' };
export const messageBytes = quantity(
  sizes,
  z.number().int().positive().max(MOST_BYTES),
  'whole, from 1 to 1 TB',
);

/** Bytes per second, or text with a unit: `"12.5 GB/s"`. */
const speeds = { units: SIZES, suffix: '/s', doc: 'bytes per second, or text such as "12.5 GB/s"' };
export const speed = quantity(speeds, z.number().nonnegative().max(FASTEST), 'at most 1000 TB/s');
export const positiveSpeed = quantity(
  speeds,
  z.number().min(SLOWEST).max(FASTEST),
  'from 1 kB/s to 1000 TB/s',
);

/** How often something is done again: iterations, rounds, frames. */
export const turns = z.number().int().positive().max(MOST_TURNS);

interface Quantity {
  readonly units: Readonly<Record<string, number>>;
  readonly suffix: string;
  readonly doc: string;
}

/** A number, or text with a unit that gives such a number; where 0 is refused, so is text that says 0. */
function quantity({ units, suffix, doc }: Quantity, number: z.ZodNumber, amount = '') {
  const zero = number.safeParse(0).success ? '' : '(?!0+(\\.0+)?\\s*[a-zµA-Z])';
  const pattern = `^${zero}\\d+(\\.\\d+)?\\s*(${Object.keys(units).join('|')})${suffix}$`;
  const description = amount === '' ? doc : `${doc}; ${amount}`;
  const text = z
    .string()
    .regex(new RegExp(pattern))
    .transform((value) => parseQuantity(value, units, suffix))
    .refine((value) => number.safeParse(value).success);
  return z.union([number, text], { error: `must be ${description}` }).describe(description);
}

function parseQuantity(text: string, units: Readonly<Record<string, number>>, suffix: string): number {
  const value = Number.parseFloat(text);
  const unit = text.slice(0, text.length - suffix.length).replace(/^[\d.\s]+/, '');
  return Math.round(value * (units[unit] ?? 1));
}
