import type { Selection } from '@weft/model';

/** The keys held down with a click or with Enter. */
export type HeldKeys = Pick<MouseEvent, 'shiftKey' | 'ctrlKey' | 'metaKey'>;

/** In every view a click replaces what is selected, ctrl or shift adds to it, and a click on the ground lets go of it. */
export function isAdding({ shiftKey, ctrlKey, metaKey }: HeldKeys): boolean {
  return shiftKey || ctrlKey || metaKey;
}

/**
 * The list after a click on some of its items: they alone, or nothing where they were it already. `add` keeps what was
 * selected before and adds them, or takes them out where all of them were in it.
 */
export function clickItems(before: readonly number[], clicked: readonly number[], add: boolean): number[] {
  const known = new Set(before);
  const all = clicked.every((id) => known.has(id));
  if (!add) return all && clicked.length === before.length ? [] : [...clicked];
  const taken = new Set(clicked);
  return all ? before.filter((id) => !taken.has(id)) : [...new Set([...before, ...clicked])];
}

export function clickRanks(before: readonly number[], clicked: readonly number[], add: boolean): number[] {
  return [...new Set(clickItems(before, clicked, add))].sort((a, b) => a - b);
}

/** Where routes start and end, and what they pass. */
export type RouteEnds = Pick<
  Selection,
  'sources' | 'destinations' | 'sourcePorts' | 'destinationPorts' | 'links'
>;

export const noEnds: RouteEnds = {
  sources: [],
  destinations: [],
  sourcePorts: [],
  destinationPorts: [],
  links: [],
};

/** The ends after a click on some vertices or links: alone of all, or added to the list they belong to. */
export function clickEnds(
  before: RouteEnds,
  key: keyof RouteEnds,
  clicked: readonly number[],
  add: boolean,
): Partial<Selection> {
  const list = clickItems(before[key], clicked, add);
  return add ? { [key]: list } : { ...noEnds, [key]: isOnly(before, key) ? list : [...clicked] };
}

function isOnly(ends: RouteEnds, key: keyof RouteEnds): boolean {
  const keys = ['sources', 'destinations', 'sourcePorts', 'destinationPorts', 'links'] as const;
  return keys.every((other) => other === key || ends[other].length === 0);
}
