import type { CellLayout } from './generating-pair.ts';

/** Pairs are counted up to this number. */
export const MOST_PAIRS = 10_000_000;

/** Cells less than this apart on every axis overlap: layouts lie on multiples of 1/2, or of 1/1024 at the finest. */
const APART = 1 - 1 / 2048;

interface Overlaps {
  /** Pairs of switches whose unit cells overlap, wholly or in part, at most `MOST_PAIRS`. */
  readonly pairs: number;
  /** The first of them, as numbers of switches. */
  readonly listed: readonly (readonly [number, number])[];
}

/** Finds overlapping unit cells by looking only into the squares of a grid around each. */
export function findOverlaps(layout: CellLayout, mostListed: number): Overlaps {
  const { coordinates, dimensions } = layout;
  const squares = new Map<string, number[]>();
  const listed: [number, number][] = [];
  let pairs = 0;
  for (let at = 0; at * dimensions < coordinates.length; at++) {
    const position = coordinates.subarray(at * dimensions, (at + 1) * dimensions);
    for (const key of squaresAround(position)) {
      for (const other of squares.get(key) ?? []) {
        if (!overlap(coordinates, dimensions, at, other)) continue;
        if (listed.length < mostListed) listed.push([other, at]);
        if (++pairs === MOST_PAIRS) return { pairs, listed };
      }
    }
    const own = position.map(Math.floor).join();
    const members = squares.get(own);
    if (members) members.push(at);
    else squares.set(own, [at]);
  }
  return { pairs, listed };
}

function overlap(coordinates: Float64Array, dimensions: number, a: number, b: number): boolean {
  for (let axis = 0; axis < dimensions; axis++) {
    const distance = Math.abs(coordinates[a * dimensions + axis] - coordinates[b * dimensions + axis]);
    if (distance >= APART) return false;
  }
  return true;
}

/** The square of a position and all that touch it. */
function squaresAround(position: Float64Array): string[] {
  let keys: number[][] = [[]];
  for (const value of position) {
    const own = Math.floor(value);
    keys = keys.flatMap((key) => [own - 1, own, own + 1].map((near) => [...key, near]));
  }
  return keys.map((key) => key.join());
}
