import { originMilliseconds } from '@weft/draw';
import { formatDuration, NONE } from '@weft/model';

/** `01-04 10:20`, or `04 10:20` where the column is narrow; without a calendar the time since the start. */
export function formatStart(time: number, origin: string | null, narrow = false): string {
  if (time === NONE) return '–';
  const start = originMilliseconds(origin);
  if (start === null) return formatDuration(time);
  return new Date(start + time / 1e6)
    .toISOString()
    .slice(narrow ? 8 : 5, 16)
    .replace('T', ' ');
}

/** `2:06:00` from a minute on, else SI. */
export function formatRun(duration: number): string {
  if (Number.isNaN(duration)) return '–';
  if (duration < 60e9) return formatDuration(duration);
  const seconds = Math.round(duration / 1e9);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
