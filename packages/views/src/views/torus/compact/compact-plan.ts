import type { TorusRoles } from '@weft/layout';
import type { TorusShape } from '@weft/network';
import { parseGroup, printGroup } from '../planes/group-text.ts';

/** Which dimensions are shown as lines and which are collapsed into nodes, and which of these nodes are opened. */
export interface CompactPlan {
  /** Pairs of dimensions in the order of the roles; the last may be alone. */
  readonly grids: readonly (readonly number[])[];
  /** Up to three dimensions of the zoomed grid: across, down, and layers behind. */
  readonly kept: readonly number[];
  /** First and last value of each of them that is drawn. */
  readonly section: readonly Span[];
  /** Opened nodes of the zoomed grid: values by dimension, -1 = collapsed. */
  readonly cells: readonly (readonly number[])[];
  /** Up to three collapsed dimensions that span the cuboids, the smallest as layers behind. */
  readonly inside: readonly number[];
  /** Compact dimensions beyond these: they stay in the nodes of the cuboids. */
  readonly rest: readonly number[];
}

type Span = readonly [first: number, last: number];

type Sizes = Pick<TorusShape, 'names' | 'sizes'>;

interface PlanTexts {
  readonly kept: string;
  readonly section: string;
  readonly cells: string;
}

/** More dimensions cannot be drawn as one figure. */
const MOST_AXES = 3;

export function planCompact(shape: Sizes, roles: TorusRoles, texts: PlanTexts): CompactPlan {
  const order = roles.filter((dimension) => dimension >= 0);
  const grids = gridPairs(order);
  const kept = parseKept(texts.kept, shape) ?? keptWith(grids[0], order);
  const collapsed = order.filter((dimension) => !kept.includes(dimension));
  const inside = depthLast(collapsed.slice(0, MOST_AXES), shape);
  return {
    grids,
    kept,
    section: parseSection(texts.section, kept, shape),
    cells: parseCells(texts.cells, kept, shape),
    inside,
    rest: collapsed.slice(MOST_AXES),
  };
}

function gridPairs(order: readonly number[]): number[][] {
  const pairs: number[][] = [];
  for (let i = 0; i < order.length; i += 2) pairs.push(order.slice(i, i + 2));
  return pairs;
}

/** A grid, and the last of the other dimensions where more than three would be collapsed: behind one another from six on. */
export function keptWith(grid: readonly number[], order: readonly number[]): number[] {
  const kept = [...grid];
  const others = order.filter((dimension) => !grid.includes(dimension));
  while (kept.length < MOST_AXES && others.length > MOST_AXES) kept.push(others.pop() ?? 0);
  return kept;
}

/** Dimensions behind one another hide each other least where they are few. */
function depthLast(dimensions: readonly number[], { sizes }: Sizes): number[] {
  if (dimensions.length < MOST_AXES) return [...dimensions];
  const least = Math.min(...dimensions.map((dimension) => sizes[dimension]));
  const depth = dimensions.findLast((dimension) => sizes[dimension] === least) ?? dimensions[0];
  return [...dimensions.filter((dimension) => dimension !== depth), depth];
}

const NOTHING = '-';

export function printKept(kept: readonly number[], { names }: Pick<Sizes, 'names'>): string {
  return kept.map((dimension) => names[dimension]).join('') || NOTHING;
}

function parseKept(text: string, { names }: Sizes): number[] | null {
  if (text === NOTHING) return [];
  const kept = [...text].map((name) => names.indexOf(name));
  const valid = kept.every((dimension, i) => dimension >= 0 && kept.indexOf(dimension) === i);
  return valid && kept.length > 0 && kept.length <= MOST_AXES ? kept : null;
}

/** A dimension more or less as lines; the one shown longest gives way to a fourth. */
export function toggleKept(kept: readonly number[], dimension: number): number[] {
  if (kept.includes(dimension)) return kept.filter((other) => other !== dimension);
  return [...kept.slice(kept.length < MOST_AXES ? 0 : 1), dimension];
}

/** `a0-7b8-15`: a range of values for each dimension that is not drawn whole. */
export function printSection(section: readonly Span[], kept: readonly number[], { names }: Sizes): string {
  return section.map(([first, last], axis) => `${names[kept[axis]]}${first}-${last}`).join('');
}

/** So many layers behind one another are drawn where nothing else is asked for. */
const LAYERS = 2;

function parseSection(text: string, kept: readonly number[], { names, sizes }: Sizes): Span[] {
  const named = new Map(
    [...text.matchAll(/([a-z])(\d+)-(\d+)/g)].map(([, name, ...ends]) => [name, ends.map(Number)]),
  );
  return kept.map((dimension, axis) => {
    const last = sizes[dimension] - 1;
    const [from, to] = named.get(names[dimension]) ?? [0, axis < 2 ? last : LAYERS - 1];
    return from <= to && from <= last ? [from, Math.min(to, last)] : [0, last];
  });
}

/** `a0b0.a1b0`: values of each opened node. */
export function printCells(cells: readonly (readonly number[])[], shape: Pick<Sizes, 'names'>): string {
  return cells.map((values) => printGroup(values, shape)).join('.');
}

function parseCells(text: string, kept: readonly number[], shape: Sizes): number[][] {
  const cells = text === '' ? [] : text.split('.').map((part) => parseGroup(part, shape));
  return cells.flatMap((values) =>
    values?.every((value, dimension) => value >= 0 === kept.includes(dimension)) ? [values] : [],
  );
}
