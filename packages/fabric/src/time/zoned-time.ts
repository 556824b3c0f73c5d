const ISO = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/;

/** Unix seconds of `2026-11-15T08:00:54`, read in the zone where it says none, or of plain seconds; null = no time. */
export function parseZonedTime(text: string, timeZone: string): number | null {
  if (/^\d{9,11}$/.test(text)) return Number(text);
  const match = ISO.exec(text);
  if (!match) return null;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0));
  const asUtc = Date.UTC(year, month - 1, day, hour, minute, second) / 1000;
  const zone = match[7];
  if (zone === undefined) return localSeconds(asUtc, timeZone);
  return zone === 'Z' ? asUtc : asUtc - offsetSeconds(zone);
}

function offsetSeconds(zone: string): number {
  const [hours, minutes] = [zone.slice(1, 3), zone.slice(-2)].map(Number);
  return (zone.startsWith('-') ? -1 : 1) * (hours * 3600 + minutes * 60);
}

/** Unix seconds at which clocks of the zone show this time; of an hour that comes twice, its first. */
export function localSeconds(shown: number, timeZone: string): number {
  if (timeZone === 'UTC') return shown;
  const early = shown - zoneOffset(shown - 43_200, timeZone);
  const late = shown - zoneOffset(shown + 43_200, timeZone);
  const [first, second] = early <= late ? [early, late] : [late, early];
  return first + zoneOffset(first, timeZone) === shown ? first : second;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Seconds that the zone is ahead of UTC at a Unix time. */
function zoneOffset(seconds: number, timeZone: string): number {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formatters.set(timeZone, formatter);
  }
  const parts = Object.fromEntries(
    formatter.formatToParts(seconds * 1000).map(({ type, value }) => [type, Number(value)]),
  );
  const shown = Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second);
  return shown / 1000 - seconds;
}
