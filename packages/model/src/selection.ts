import { z } from 'zod';

const range = z.tuple([z.number(), z.number()]);
const indices = z.array(z.number().int().nonnegative());

/**
 * The one selection that drives every view. Plain data: the store has its SQL, `columns` tests are in
 * the views. An empty list or null means "no restriction". It lives in the URL.
 */
export const selectionSchema = z.object({
  metric: z.string().nullable().default(null),
  aggregate: z.enum(['sum', 'mean', 'max', 'rate']).default('sum'),
  /** Nanoseconds, from <= t < to. */
  time: range.nullable().default(null),
  /** Per-link totals, from <= v <= to, in the unit of the metric. */
  value: range.nullable().default(null),
  /** Keep what lies outside `value` instead. */
  outside: z.boolean().default(false),
  classes: z.array(z.string()).default([]),
  directions: z.array(z.string()).default([]),
  jobs: indices.default([]),
  /** Vertices: hosts or switches. */
  sources: indices.default([]),
  destinations: indices.default([]),
  /** Ports (the links that leave by them) routes are followed from, or up to. */
  sourcePorts: indices.default([]),
  destinationPorts: indices.default([]),
  /** Links whole routes have to pass. */
  links: indices.default([]),
  ranks: indices.default([]),
  /** Whether the switches of several jobs are those that any of them uses (the paper) or all do (the released tool). */
  switchesOf: z.enum(['any', 'all']).default('any'),
});

export type Selection = z.infer<typeof selectionSchema>;

export const emptySelection: Selection = selectionSchema.parse({});

export interface HoveredItem {
  readonly kind: 'link' | 'vertex' | 'job' | 'rank' | 'message' | 'phase';
  readonly id: number;
}

/** Parts of the selection that narrow what is shown, in the order chips are drawn. */
export const narrowingKeys = [
  'time',
  'value',
  'classes',
  'directions',
  'jobs',
  'sources',
  'destinations',
  'sourcePorts',
  'destinationPorts',
  'links',
  'ranks',
] as const satisfies readonly (keyof Selection)[];

export type NarrowingKey = (typeof narrowingKeys)[number];

export function isNarrowing(selection: Selection, key: NarrowingKey): boolean {
  const value = selection[key];
  return value !== null && (key === 'time' || key === 'value' || value.length > 0);
}

/** The links to tell more about: those to be passed, else the port chosen last (a destination comes after its source). */
export function detailLinks({
  links,
  sourcePorts,
  destinationPorts,
}: Pick<Selection, 'links' | 'sourcePorts' | 'destinationPorts'>): readonly number[] {
  if (links.length > 0) return links;
  const ports = destinationPorts.length > 0 ? destinationPorts : sourcePorts;
  return ports.length > 1 ? ports.slice(-1) : ports;
}

export function clearKey(selection: Selection, key: NarrowingKey): Selection {
  const cleared = { ...selection, [key]: emptySelection[key] };
  return key === 'value' ? { ...cleared, outside: false } : cleared;
}
