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

/** A number of nanoseconds, or text with a unit: `"60 s"`, `"24 h"`, `"100 ns"`. */
export const duration = quantity(TIMES, '', 'nanoseconds, or text with ns, us, ms, s, min, h or d');

/** A whole number of bytes, or text with a unit: `"64 KiB"`, `"50 MB"`. */
export const size = quantity(SIZES, '', 'bytes, or text with B, kB, MB, GB, TB, KiB, MiB or GiB');

/** Bytes per second, or text with a unit: `"12.5 GB/s"`. */
export const speed = quantity(SIZES, '/s', 'bytes per second, or text such as "12.5 GB/s"');

function quantity(units: Readonly<Record<string, number>>, suffix: string, description: string) {
  const names = Object.keys(units).join('|');
  const text = z
    .string()
    .regex(new RegExp(`^\\d+(\\.\\d+)?\\s*(${names})${suffix}$`))
    .transform((value) => parseQuantity(value, units, suffix));
  return z.union([z.number().nonnegative(), text], { error: `must be ${description}` }).describe(description);
}

function parseQuantity(text: string, units: Readonly<Record<string, number>>, suffix: string): number {
  const value = Number.parseFloat(text);
  const unit = text.slice(0, text.length - suffix.length).replace(/^[\d.\s]+/, '');
  return Math.round(value * (units[unit] ?? 1));
}

/** How many bytes a message has, at least one. */
export const messageBytes = size.pipe(z.number().int().positive());
