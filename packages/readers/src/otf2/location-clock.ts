import type { ClockOffsets } from './local-definitions.ts';

/** Ticks to nanoseconds since the origin, for all locations of an archive. */
export interface TimeScale {
  readonly ticksPerSecond: bigint;
  /** The tick that becomes time 0. */
  readonly origin: bigint;
}

const NANOSECONDS = 1_000_000_000n;
const EXACT = Number.MAX_SAFE_INTEGER;
/** Adding and taking it away rounds a double below 2^51 half to even, as the OTF2 library does. */
const ROUNDER = 1.5 * 2 ** 52;

/**
 * The clock of one location: corrects raw ticks by the recorded offsets and gives nanoseconds since the
 * origin, rounded down, exact to the last digit. Doubles serve while every number stays below 2^53; where
 * one does not, BigInt takes over.
 */
export class LocationClock {
  private readonly scale: TimeScale;
  readonly originLow: number;
  readonly originHigh: number;
  private readonly offsets: ClockOffsets;
  private readonly intervals: number;
  private readonly begins: Float64Array;
  private readonly shifts: Float64Array;
  private readonly slopes: Float64Array;
  private readonly wide: boolean;
  /** Ticks since the origin are nanoseconds already. */
  readonly ticksAreTime: boolean;
  /** Nanoseconds = ticks * multiplier / divisor, where one of them is 1; 0 = neither divides the other. */
  private readonly multiplier: number;
  private readonly divisor: number;
  private readonly ticksPerSecond: number;
  private at = 0;

  constructor(scale: TimeScale, offsets: ClockOffsets) {
    const { ticksPerSecond, origin } = scale;
    this.scale = scale;
    this.originLow = Number(origin & 0xffffffffn);
    this.originHigh = Number(origin >> 32n);
    this.offsets = offsets;
    this.intervals = Math.max(0, offsets.times.length - 1);
    this.begins = Float64Array.from(offsets.times, (time) => Number(time - origin));
    this.shifts = Float64Array.from(offsets.offsets, Number);
    this.slopes = Float64Array.from({ length: this.intervals }, (_, i) => slopeOf(offsets, i));
    const fits = (value: number) => Math.abs(value) < EXACT / 4;
    const steep = this.slopes.some((slope) => !(Math.abs(slope) < 1));
    const unordered = this.begins.some((begin, i) => i > 0 && begin < this.begins[i - 1]);
    this.ticksPerSecond = Number(ticksPerSecond);
    const odd = NANOSECONDS % ticksPerSecond !== 0n && ticksPerSecond % NANOSECONDS !== 0n;
    const unwieldy = steep || unordered || (odd && this.ticksPerSecond >= 2 ** 32);
    this.wide = unwieldy || !this.begins.every(fits) || !this.shifts.every(fits);
    this.multiplier = NANOSECONDS % ticksPerSecond === 0n ? Number(NANOSECONDS / ticksPerSecond) : 0;
    this.divisor = ticksPerSecond % NANOSECONDS === 0n ? Number(ticksPerSecond / NANOSECONDS) : 0;
    this.ticksAreTime = !this.wide && this.intervals === 0 && this.multiplier === 1;
  }

  /** Time of a raw 64-bit tick given as halves; NaN where it is no exact number. */
  nanoseconds(low: number, high: number): number {
    const ticks = (high - this.originHigh) * 4294967296 + (low - this.originLow);
    if (ticks > EXACT / 4 || ticks < -EXACT / 4 || this.wide) return this.slowly(low, high);
    if (this.ticksAreTime) return ticks;
    const corrected = this.intervals === 0 ? ticks : this.corrected(ticks);
    if (this.multiplier !== 0) {
      const time = corrected * this.multiplier;
      return Number.isSafeInteger(time) ? time : Number.NaN;
    }
    if (this.divisor !== 0) return Math.floor(corrected / this.divisor);
    return this.scaled(corrected);
  }

  private corrected(ticks: number): number {
    const { begins, intervals } = this;
    let i = this.at;
    while (i > 0 && ticks <= begins[i]) i--;
    while (i < intervals - 1 && ticks > begins[i + 1]) i++;
    this.at = i;
    const drift = this.slopes[i] * (ticks - begins[i]);
    return ticks + this.shifts[i] + (drift + ROUNDER - ROUNDER);
  }

  /** floor(ticks * 1e9 / ticksPerSecond) by long division; every step stays below 2^53. */
  private scaled(ticks: number): number {
    const rate = this.ticksPerSecond;
    const seconds = Math.floor(ticks / rate);
    const rest = ticks - seconds * rate;
    const upper = Math.floor(rest / 65536);
    const first = upper * 1e9;
    const high = Math.floor(first / rate);
    const second = (first - high * rate) * 65536 + (rest - upper * 65536) * 1e9;
    const time = seconds * 1e9 + high * 65536 + Math.floor(second / rate);
    return Number.isSafeInteger(time) ? time : Number.NaN;
  }

  private slowly(low: number, high: number): number {
    const raw = (BigInt(high) << 32n) | BigInt(low);
    const time = exactNanoseconds(this.scale, this.offsets, raw);
    const number = Number(time);
    return Number.isSafeInteger(number) ? number : Number.NaN;
  }
}

/** The same in BigInt, straight from the rules: the reference, and the path for huge numbers. */
export function exactNanoseconds(scale: TimeScale, offsets: ClockOffsets, raw: bigint): bigint {
  const ticks = correctedTicks(offsets, raw) - scale.origin;
  const scaled = ticks * NANOSECONDS;
  const floor = scaled / scale.ticksPerSecond;
  return scaled < 0n && floor * scale.ticksPerSecond !== scaled ? floor - 1n : floor;
}

export function correctedTicks({ times, offsets }: ClockOffsets, raw: bigint): bigint {
  const intervals = times.length - 1;
  if (intervals < 1) return raw;
  let i = 0;
  while (i < intervals - 1 && raw > times[i + 1]) i++;
  const drift = slopeOf({ times, offsets }, i) * Number(BigInt.asIntN(64, raw - times[i]));
  return raw + offsets[i] + BigInt(roundHalfToEven(drift));
}

function slopeOf({ times, offsets }: ClockOffsets, i: number): number {
  const length = Number(times[i + 1] - times[i]);
  return length === 0 ? 0 : Number(offsets[i + 1] - offsets[i]) / length;
}

function roundHalfToEven(value: number): number {
  if (!Number.isFinite(value)) return 0;
  const floor = Math.floor(value);
  const over = value - floor;
  if (over < 0.5) return floor;
  if (over > 0.5) return floor + 1;
  return floor % 2 === 0 ? floor : floor + 1;
}
