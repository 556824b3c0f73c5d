import { formatDuration, formatQuantity, type Nanoseconds, timeUnits } from '@weft/model';
import { scaleLinear, scaleUtc } from 'd3-scale';

export interface Tick {
  readonly value: number;
  readonly label: string;
}

/** Round values with SI labels. */
export function valueTicks(domain: readonly [number, number], count: number, unit: string): Tick[] {
  const ticks = scaleLinear().domain(domain).ticks(Math.max(count, 2));
  const whole = unit === 'count' ? ticks.filter(Number.isInteger) : ticks;
  return whole.map((value) => ({ value, label: formatQuantity(value, unit) }));
}

/** Powers of ten (of the domain's positive part) with SI labels. */
export function logTicks(domain: readonly [number, number], count: number, unit: string): Tick[] {
  const first = Math.ceil(Math.log10(Math.max(domain[0], Number.MIN_VALUE)) - 1e-9);
  const last = Math.floor(Math.log10(Math.max(domain[1], Number.MIN_VALUE)) + 1e-9);
  const step = Math.max(1, Math.ceil((last - first + 1) / Math.max(count, 1)));
  const ticks: Tick[] = [];
  for (let power = first; power <= last; power += step) {
    ticks.push({ value: 10 ** power, label: formatQuantity(10 ** power, unit) });
  }
  return ticks;
}

/** A domain whose ends are round for about `count` ticks. */
export function niceDomain(low: number, high: number, count = 10): [number, number] {
  if (!(high > low)) return low === 0 ? [0, 1] : low > 0 ? [0, low] : [low, 0];
  const [first, last] = scaleLinear().domain([low, high]).nice(count).domain();
  return [first, last];
}

/** Where time 0 lies, in milliseconds of Unix time; null = the data have no calendar. */
export function originMilliseconds(origin: string | null): number | null {
  return origin === null ? null : Number(BigInt(origin) / 1_000_000n);
}

/** Ticks of a time axis in nanoseconds: calendar times in UTC where there is an origin, else durations. */
export function timeTicks(
  range: readonly [Nanoseconds, Nanoseconds],
  origin: string | null,
  count: number,
): Tick[] {
  const start = originMilliseconds(origin);
  const calendar = start !== null && range[1] - range[0] >= 20e6;
  return calendar ? calendarTicks(range, start, count) : durationTicks(range, count);
}

function calendarTicks(range: readonly [number, number], start: number, count: number): Tick[] {
  const domain = range.map((time) => new Date(start + time / 1e6));
  return scaleUtc()
    .domain(domain)
    .ticks(Math.max(count, 2))
    .map((date) => ({ value: (date.getTime() - start) * 1e6, label: tickText(date) }));
}

/** The coarsest part that changed: a day at midnight, else the time of day. */
function tickText(date: Date): string {
  const iso = date.toISOString();
  if (date.getTime() % 86_400_000 === 0) {
    return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
  }
  if (date.getTime() % 60_000 === 0) return iso.slice(11, 16);
  return date.getTime() % 1000 === 0 ? iso.slice(11, 19) : iso.slice(11, 23).replace(/0+$/, '');
}

const clockSteps = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400,
];

function durationTicks(range: readonly [number, number], count: number): Tick[] {
  const wanted = (range[1] - range[0]) / Math.max(count, 1);
  const step = durationStep(wanted);
  const ticks: Tick[] = [];
  for (let i = Math.ceil(range[0] / step - 1e-9); i * step <= range[1] * (1 + 1e-12); i++) {
    const value = i * step + 0;
    ticks.push({ value, label: value === 0 ? '0' : formatTick(value, step) });
  }
  return ticks;
}

/** As many digits as tell neighbours apart, however far from 0; minutes and more only where they are whole. */
function formatTick(value: number, step: number): string {
  const magnitude = Math.abs(value);
  const fits = ([size]: readonly [number, string]): boolean =>
    magnitude >= size && (size <= 1e9 || step % size === 0);
  const [size, suffix] = timeUnits.find(fits) ?? [1, 'ns'];
  const digits = Math.min(Math.max(0, Math.ceil(Math.log10(size / step) - 1e-9)), 9);
  const text = String(Number((magnitude / size).toFixed(digits)));
  return `${value < 0 ? '−' : ''}${text}\u00a0${suffix}`;
}

function durationStep(wanted: number): number {
  const seconds = wanted / 1e9;
  if (seconds > 86400) return Math.ceil(seconds / 86400) * 86400e9;
  if (seconds > 1) return (clockSteps.find((step) => step >= seconds) ?? 86400) * 1e9;
  const power = 10 ** Math.floor(Math.log10(Math.max(wanted, 1)));
  return ([1, 2, 5, 10].find((factor) => factor * power >= wanted) ?? 10) * power;
}

/** An instant in full: `2016-01-04 10:20:00 UTC`, or a time since the start. */
export function formatInstant(time: Nanoseconds, origin: string | null): string {
  const start = originMilliseconds(origin);
  if (start === null) return formatDuration(time);
  const iso = new Date(start + time / 1e6).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, iso.endsWith('.000Z') ? 19 : 23)} UTC`;
}

/** Title of a time axis: the day where the range lies within one, and the zone. */
export function timeTitle(range: readonly [Nanoseconds, Nanoseconds], origin: string | null): string {
  const start = originMilliseconds(origin);
  if (start === null) return 'time since start';
  const days = [range[0], range[1] - 1e6].map((time) =>
    new Date(start + time / 1e6).toISOString().slice(0, 10),
  );
  const [first, last] = days;
  return first === last ? `time, ${first} UTC` : `time (UTC), from ${first}`;
}
