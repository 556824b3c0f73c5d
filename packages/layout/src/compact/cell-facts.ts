import type { CellLayout } from './generating-pair.ts';

export interface SwitchName {
  readonly layer: number;
  readonly index: number;
}

/** Two or more switches in one cell. */
export interface Collision {
  readonly position: readonly number[];
  readonly switches: readonly SwitchName[];
}

export interface CellFacts {
  readonly switches: number;
  readonly distinctCells: number;
  /** Switches beyond the first in their cell. */
  readonly collisions: number;
  readonly collidingCells: readonly Collision[];
  /** Cells per axis from the first to the last. */
  readonly box: readonly number[];
  /** Used cells over cells of the box. */
  readonly fill: number;
  readonly minimum: readonly number[];
  readonly maximum: readonly number[];
}

/** Tests the whole layout: disjoint ranges of A and B are necessary, not sufficient (LANL-24). */
export function cellFacts(layout: CellLayout, maxListed = 100): CellFacts {
  const { coordinates, dimensions } = layout;
  const switches = coordinates.length / dimensions;
  const { minimum, maximum } = extent(layout);
  const box = minimum.map((low, axis) => Math.round(maximum[axis] - low) + 1);
  const { distinctCells, collidingCells } = findCollisions(layout, minimum, box, maxListed);
  return {
    switches,
    distinctCells,
    collisions: switches - distinctCells,
    collidingCells,
    box,
    fill: distinctCells / box.reduce((product, side) => product * side, 1),
    minimum,
    maximum,
  };
}

function extent({ coordinates, dimensions }: CellLayout): { minimum: number[]; maximum: number[] } {
  const minimum = new Array<number>(dimensions).fill(Number.POSITIVE_INFINITY);
  const maximum = new Array<number>(dimensions).fill(Number.NEGATIVE_INFINITY);
  for (let i = 0; i < coordinates.length; i++) {
    const axis = i % dimensions;
    minimum[axis] = Math.min(minimum[axis], coordinates[i]);
    maximum[axis] = Math.max(maximum[axis], coordinates[i]);
  }
  return { minimum, maximum };
}

/** Cells are compared at a resolution of 1/1024: layouts of the framework lie on multiples of 1/2. */
function findCollisions(
  layout: CellLayout,
  minimum: readonly number[],
  box: readonly number[],
  maxListed: number,
) {
  const { coordinates, dimensions } = layout;
  const first = new Map<string | number, number>();
  const colliding = new Map<string | number, number[]>();
  for (let at = 0; at * dimensions < coordinates.length; at++) {
    const key = cellKey(coordinates, at * dimensions, minimum, box);
    const known = first.get(key);
    if (known === undefined) first.set(key, at);
    else if (colliding.has(key) || colliding.size < maxListed)
      colliding.set(key, [...(colliding.get(key) ?? [known]), at]);
  }
  const collidingCells = [...colliding.values()].map((members) => describeCollision(layout, members));
  return { distinctCells: first.size, collidingCells };
}

function cellKey(
  coordinates: Float64Array,
  at: number,
  minimum: readonly number[],
  box: readonly number[],
): number | string {
  let key = 0;
  for (let axis = 0; axis < minimum.length; axis++) {
    key = key * (box[axis] + 1) * 1024 + Math.round((coordinates[at + axis] - minimum[axis]) * 1024);
  }
  return Number.isSafeInteger(key) ? key : coordinates.subarray(at, at + minimum.length).join();
}

function describeCollision(layout: CellLayout, members: readonly number[]): Collision {
  const { coordinates, dimensions, switchesPerLayer } = layout;
  const at = members[0] * dimensions;
  return {
    position: [...coordinates.subarray(at, at + dimensions)],
    switches: members.map((member) => ({
      layer: Math.floor(member / switchesPerLayer) + 1,
      index: member % switchesPerLayer,
    })),
  };
}
