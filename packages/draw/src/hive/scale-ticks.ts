import type { HiveScale } from '@weft/layout';
import { valueTicks } from '../chart/ticks.ts';

/** First digits of round values, the roundest first. */
const DIGITS = [[1], [5], [2], [3], [7], [1.5, 4], [6, 8]] as const;

/** Round values within a range that are all apart from each other: its ends come first, then the roundest. */
export function scaleTicks(
  [from, to]: readonly [number, number],
  scale: HiveScale,
  isApart: (value: number, other: number) => boolean,
): readonly number[] {
  const taken: number[] = [];
  const take = (value: number): void => {
    if (taken.every((other) => isApart(value, other))) taken.push(value);
  };
  take(to);
  take(from);
  for (const value of candidates([from, to], scale)) if (value > from && value < to) take(value);
  return taken.sort((a, b) => a - b);
}

function candidates([from, to]: readonly [number, number], scale: HiveScale): readonly number[] {
  if (scale === 'linear') return valueTicks([from, to], 5, '').map(({ value }) => value);
  if (!(to > 0)) return [];
  const first = Math.floor(Math.log10(from > 0 ? from : Math.min(1, to)));
  const last = Math.ceil(Math.log10(to));
  const powers = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => 10 ** (first + at));
  return DIGITS.flatMap((digits) => digits.flatMap((digit) => powers.map((power) => digit * power)));
}

/** Three digits. */
export function shortValue(value: number): string {
  return String(Number(value.toPrecision(3)));
}
