import { findOverlaps } from './cell-overlaps.ts';
import type { CellLayout } from './generating-pair.ts';

interface SwitchName {
  readonly layer: number;
  readonly index: number;
}

/** Two switches whose unit cells overlap, wholly or in part. */
interface Collision {
  readonly switches: readonly (SwitchName & { readonly position: readonly number[] })[];
}

export interface CellFacts {
  readonly switches: number;
  readonly distinctCells: number;
  /** Pairs of switches whose unit cells overlap, wholly or in part; counted up to `MOST_PAIRS`. */
  readonly collisions: number;
  /** The first of the colliding pairs. */
  readonly collidingPairs: readonly Collision[];
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
  const { minimum, maximum } = extent(layout);
  const box = minimum.map((low, axis) => Math.round(maximum[axis] - low) + 1);
  const distinctCells = countCells(layout, minimum, box);
  const { pairs, listed } = findOverlaps(layout, maxListed);
  return {
    switches: coordinates.length / dimensions,
    distinctCells,
    collisions: pairs,
    collidingPairs: listed.map((members) => describeCollision(layout, members)),
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
function countCells(
  { coordinates, dimensions }: CellLayout,
  minimum: readonly number[],
  box: readonly number[],
) {
  const cells = new Set<string | number>();
  for (let at = 0; at < coordinates.length; at += dimensions)
    cells.add(cellKey(coordinates, at, minimum, box));
  return cells.size;
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
  return {
    switches: members.map((member) => ({
      layer: Math.floor(member / switchesPerLayer) + 1,
      index: member % switchesPerLayer,
      position: [...coordinates.subarray(member * dimensions, (member + 1) * dimensions)],
    })),
  };
}
