import { createHash } from 'node:crypto';
import { WeftError } from '@weft/model';
import { z } from 'zod';

/** Paths of a scenario, each with the values that it takes. */
const varied = z.record(z.string().min(1), z.array(z.json()).min(1));
type Json = z.output<ReturnType<typeof z.json>>;

/** More combinations are refused: one dataset each would fill a disk before anybody noticed. */
const MOST_COMBINATIONS = 10_000;
/** File systems take names of 255 bytes; `.weft` and the part names of unfinished datasets need some of them. */
const LONGEST_NAME = 160;

export interface Combination {
  /** Made of the values, so that a list that grows keeps the names of those that it had. */
  readonly name: string;
  readonly values: Readonly<Record<string, Json>>;
  /** The scenario with these values, not checked yet. */
  readonly scenario: unknown;
}

/** Every combination of the values under `vary`, in their order, the last path fastest; null where nothing varies. */
export function expandSweep(raw: unknown, file: string): Combination[] | null {
  if (typeof raw !== 'object' || raw === null || !('vary' in raw)) return null;
  const { vary, ...scenario } = raw;
  const parsed = varied.safeParse(vary);
  if (!parsed.success || Object.keys(parsed.data).length === 0) {
    throw sweepError('vary', 'must give a list of values for at least one path, e.g. "routing": [...]', file);
  }
  const count = Object.values(parsed.data).reduce((product, values) => product * values.length, 1);
  if (count > MOST_COMBINATIONS) {
    throw sweepError('vary', `${count} combinations are more than ${MOST_COMBINATIONS}`, file);
  }
  const combinations = allValues(parsed.data).map((values) => ({
    name: nameOf(values),
    values,
    scenario: withValues(scenario, values, file),
  }));
  refuseEqualNames(combinations, file);
  return combinations;
}

function allValues(vary: z.output<typeof varied>): Record<string, Json>[] {
  return Object.entries(vary).reduce<Record<string, Json>[]>(
    (before, [path, values]) =>
      before.flatMap((chosen) => values.map((value) => ({ ...chosen, [path]: value }))),
    [{}],
  );
}

function withValues(scenario: object, values: Readonly<Record<string, Json>>, file: string): unknown {
  const changed: unknown = structuredClone(scenario);
  for (const [path, value] of Object.entries(values)) setValue(changed, path, value, file);
  return changed;
}

function setValue(root: unknown, path: string, value: Json, file: string): void {
  const keys = path.split('.');
  const last = keys[keys.length - 1];
  let place = root;
  for (const key of keys.slice(0, -1)) place = Reflect.get(asObject(place, path, file), key);
  Reflect.set(asObject(place, path, file), last, value);
}

function asObject(place: unknown, path: string, file: string): object {
  if (typeof place === 'object' && place !== null) return place;
  throw sweepError(`vary.${path}`, 'the scenario has no such place', file);
}

function nameOf(values: Readonly<Record<string, Json>>): string {
  const name = Object.entries(values)
    .map(([path, value]) => `${path.slice(path.lastIndexOf('.') + 1)}-${valueName(value)}`)
    .join('_');
  return name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME - 9)}-${digest(values)}`;
}

function valueName(value: Json): string {
  if (typeof value === 'object' && value !== null) return digest(value);
  return String(value).replace(/[^A-Za-z0-9.+-]+/g, '') || 'empty';
}

function digest(value: Json): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 8);
}

function refuseEqualNames(combinations: readonly Combination[], file: string): void {
  const seen = new Set<string>();
  for (const { name } of combinations) {
    if (seen.has(name)) throw sweepError('vary', `two combinations would both be called ${name}`, file);
    seen.add(name);
  }
}

function sweepError(place: string, rule: string, file: string): WeftError {
  return new WeftError({
    code: 'BAD-SWEEP',
    message: `${place}: ${rule}`,
    file,
    record: place,
    advice: 'See "Sweeps" in docs/scenarios.md.',
  });
}
