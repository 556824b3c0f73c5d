import { features } from './features.ts';
import type { RunFacts } from './run-facts.ts';

/** Values of features by name; those a run does not tell are left out. */
export type Fingerprint = Readonly<Record<string, number>>;

export function fingerprintOf(facts: RunFacts): Fingerprint {
  const values: Record<string, number> = {};
  for (const { name, value } of features) {
    const found = value(facts);
    if (Number.isFinite(found)) values[name] = round(found);
  }
  return values;
}

/** Six digits: enough for a distance, and the same on every machine. */
function round(value: number): number {
  return Number(value.toPrecision(6));
}
