import { formatDuration } from '@weft/model';

/** `4 Jan 10:20 – 10:45 UTC` where time 0 has a date, else `1.2 ms – 3.4 ms`. */
export function formatTimeRange([from, to]: readonly [number, number], origin: string | null): string {
  if (origin === null || to - from < 1e6) return `${formatSince(from)} – ${formatSince(to)}`;
  const start = Number(BigInt(origin) / 1_000_000n);
  const seconds = from % 60e9 !== 0 || to % 60e9 !== 0;
  const first = clockText(start + from / 1e6, seconds);
  const last = clockText(start + to / 1e6, seconds);
  const sameDay = first.day === last.day;
  return `${first.day} ${first.time} – ${sameDay ? '' : `${last.day} `}${last.time} UTC`;
}

function formatSince(time: number): string {
  return time === 0 ? '0' : formatDuration(time);
}

function clockText(milliseconds: number, seconds: boolean): { day: string; time: string } {
  const date = new Date(milliseconds);
  return {
    day: date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }),
    time: date.toISOString().slice(11, seconds ? 19 : 16),
  };
}
