import type { Archive } from './archive.ts';
import type { TimeScale } from './location-clock.ts';
import type { Losses } from './losses.ts';

/** Beyond this many seconds after the recorded start, times in nanoseconds come near 2^53. */
const LONGEST_LEAD = 50n * 86_400n;

/** Time 0 is the start that the archive states, unless events lie before it or out of reach behind it. */
export function chooseTimeScale({ definitions, locations }: Archive, losses: Losses): TimeScale {
  const clock = definitions.clock;
  if (!clock || clock.ticksPerSecond === 0n) {
    losses.note('OTF2-NO-CLOCK', 1, 'the archive states no clock resolution: ticks are taken as nanoseconds');
  }
  const ticksPerSecond = clock?.ticksPerSecond || 1_000_000_000n;
  const stated = clock?.globalOffset ?? 0n;
  const earliest = locations.reduce<bigint | null>(
    (least, { firstTick }) =>
      firstTick !== null && (least === null || firstTick < least) ? firstTick : least,
    null,
  );
  if (earliest === null || (earliest >= stated && earliest - stated < LONGEST_LEAD * ticksPerSecond)) {
    return { ticksPerSecond, origin: stated };
  }
  const where = earliest < stated ? 'before' : 'long after';
  losses.note(
    'OTF2-ORIGIN-MOVED',
    1,
    `events lie ${where} the start the archive states: time 0 is the first event`,
  );
  return { ticksPerSecond, origin: earliest < 0n ? 0n : earliest };
}

/** Unix time of time 0 in nanoseconds, as text; null where the archive has no calendar. */
export function originOf(
  { definitions: { clock } }: Archive,
  { origin, ticksPerSecond }: TimeScale,
): string | null {
  if (!clock || clock.realtime === null) return null;
  return String(clock.realtime + ((origin - clock.globalOffset) * 1_000_000_000n) / ticksPerSecond);
}
