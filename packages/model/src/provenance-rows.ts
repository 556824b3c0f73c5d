import { formatExact, formatQuantity } from './format-quantity.ts';

type Facts = Readonly<Record<string, unknown>>;

const units: Facts = { bytes: 'B', bandwidth: 'B/s', latency: 'ns', switchDelay: 'ns' };

/** Where data came from as names and values, of any depth: `found sends`, `properties OTF2::...`. A scenario is for programs. */
export function provenanceRows({ scenario: _, ...facts }: Facts): [string, string][] {
  return rowsOf(facts, '');
}

function rowsOf(facts: Facts, prefix: string): [string, string][] {
  return Object.entries(facts).flatMap(([name, value]): [string, string][] => {
    const title = `${prefix}${name}`;
    if (value === null || value === '') return [];
    if (typeof value === 'object' && !Array.isArray(value)) return rowsOf(value as Facts, `${title} `);
    return [[title, textOf(name, value)]];
  });
}

function textOf(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'number') return JSON.stringify(value);
  const unit = units[name];
  return typeof unit === 'string'
    ? `${formatQuantity(value, unit)} (${formatExact(value, unit)})`
    : formatExact(value, '');
}

/** The calendar time of time 0, with the nanoseconds a Date cannot hold. */
export function formatOrigin(origin: string): string {
  const milliseconds = Number(BigInt(origin) / 1_000_000n);
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime())
    ? `${origin} ns after 1970`
    : `${date.toISOString()} (${origin} ns after 1970)`;
}
