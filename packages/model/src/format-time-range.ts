/** `4 Jan 10:20 – 10:45 UTC` where time 0 has a date and the clock tells both ends apart, else `1.2 ms – 3.4 ms` or `7 h – 7 h 15 min`. */
export function formatTimeRange([from, to]: readonly [number, number], origin: string | null): string {
  if (origin === null || to - from < SHORTEST_CLOCK_RANGE) {
    return `${formatSince(from, to - from)} – ${formatSince(to, to - from)}`;
  }
  const start = Number(BigInt(origin) / 1_000_000n);
  const seconds = from % 60e9 !== 0 || to % 60e9 !== 0;
  const first = clockText(start + from / 1e6, seconds);
  const last = clockText(start + to / 1e6, seconds);
  const sameDay = first.day === last.day;
  return `${first.day} ${first.time} – ${sameDay ? '' : `${last.day} `}${last.time} UTC`;
}

/** Nanoseconds. Shorter ranges are written as time since the start: a clock of seconds is too coarse for them. */
const SHORTEST_CLOCK_RANGE = 20e9;

const SECOND = 1e9;
const MINUTE = 60e9;

const units: readonly (readonly [number, string])[] = [
  [1e9, 's'],
  [1e6, 'ms'],
  [1e3, 'µs'],
  [1, 'ns'],
];

/** To a hundredth of the range, however far from the start. */
function formatSince(time: number, width: number): string {
  if (time === 0) return '0';
  if (time >= MINUTE && time % SECOND === 0 && width % SECOND === 0) return formatClock(time / SECOND);
  const [size, suffix] = units.find(([unit]) => Math.abs(time) >= unit) ?? [1, 'ns'];
  const digits = Math.min(Math.max(0, Math.ceil(Math.log10((size * 100) / Math.max(width, 1)))), 9);
  return `${Number((time / size).toFixed(digits))}\u00a0${suffix}`;
}

/** Hours, minutes and seconds, those that are not 0. */
function formatClock(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 3600), 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ];
  return parts
    .filter(([count]) => count !== 0)
    .map((part) => part.join('\u00a0'))
    .join('\u00a0');
}

function clockText(milliseconds: number, seconds: boolean): { day: string; time: string } {
  const date = new Date(milliseconds);
  return {
    day: date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }),
    time: date.toISOString().slice(11, seconds ? 19 : 16),
  };
}
