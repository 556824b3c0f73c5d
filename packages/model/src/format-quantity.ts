import type { Unit } from './units.ts';

const LARGE = ['', 'k', 'M', 'G', 'T', 'P', 'E'];
const SMALL = ['', 'm', 'µ', 'n', 'p', 'f', 'a'];
/** Units of time with their nanoseconds, largest first. */
export const timeUnits: readonly (readonly [number, string])[] = [
  [86_400e9, 'd'],
  [3_600e9, 'h'],
  [60e9, 'min'],
  [1e9, 's'],
  [1e6, 'ms'],
  [1e3, 'µs'],
  [1, 'ns'],
];

/** SI with unit, three significant figures: `1.78 TB`, `12.4 GB/s`, `3.2 ms`. */
export function formatQuantity(value: number, unit: Unit | string): string {
  if (!Number.isFinite(value)) return '–';
  if (unit === 'ns') return formatDuration(value);
  if (/^n?s\//.test(unit)) return formatTimePer(value, unit);
  const magnitude = Math.abs(value);
  let step = 0;
  let scaled = magnitude;
  while (scaled >= 999.5 && step < LARGE.length - 1) {
    scaled /= 1000;
    step++;
  }
  const sign = value < 0 ? '−' : '';
  const words = /^[a-z]{4,}/.test(unit) && unit !== 'count';
  const suffix = words
    ? `${LARGE[step]}\u00a0${unit}`.trim()
    : `${LARGE[step]}${unit === 'count' ? '' : unit}`;
  return `${sign}${threeFigures(scaled)}${suffix ? `\u00a0${suffix}` : ''}`;
}

/** Time per something, `292 fs/B`: in seconds, which take small prefixes. */
function formatTimePer(value: number, unit: string): string {
  const seconds = unit.startsWith('ns') ? value / 1e9 : value;
  let scaled = Math.abs(seconds);
  let step = 0;
  while (scaled > 0 && scaled < 0.9995 && step < SMALL.length - 1) {
    scaled *= 1000;
    step++;
  }
  return `${value < 0 ? '−' : ''}${groupDigits(threeFigures(scaled))}\u00a0${SMALL[step]}${unit.replace(/^n/, '')}`;
}

export function formatDuration(nanoseconds: number): string {
  const magnitude = Math.abs(nanoseconds);
  const [size, suffix] = timeUnits.find(([step]) => magnitude >= step) ?? [1, 'ns'];
  const sign = nanoseconds < 0 ? '−' : '';
  return `${sign}${threeFigures(magnitude / size)}\u00a0${suffix}`;
}

/** How many times as much, to three figures: `1.52 times`, `4,170 times`. */
export function formatTimes(ratio: number): string {
  return `${groupDigits(threeFigures(Number(ratio.toPrecision(3))))} times`;
}

/** A count that is exact: a number, or its digits from 2^53 on. */
export type ExactCount = number | string;

/** Every digit, grouped: `1,780,000,000,000 B`; times in a unit one can read, with all nanoseconds: `6.78 s (6,784,451,212 ns)`. */
export function formatExact(value: ExactCount, unit: Unit | string): string {
  const isWhole = typeof value === 'string' || Number.isInteger(value);
  const text = groupDigits(isWhole ? String(value) : withoutZeros(value.toFixed(6)));
  const exact = unit && unit !== 'count' ? `${text}\u00a0${unit}` : text;
  return unit === 'ns' && Math.abs(Number(value)) >= 1000
    ? `${formatDuration(Number(value))} (${exact})`
    : exact;
}

/** Much sooner ready than Intl, which matters to a command that prints a few lines. */
function groupDigits(text: string): string {
  const [whole, fraction] = text.split('.');
  const grouped = whole.includes('e') ? whole : whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

function withoutZeros(text: string): string {
  return text.replace(/\.?0+$/, '');
}

function threeFigures(value: number): string {
  if (value === 0) return '0';
  const text = value >= 1000 ? Math.round(value).toString() : value.toPrecision(3);
  return text.includes('.') && !text.includes('e') ? withoutZeros(text) : text;
}
