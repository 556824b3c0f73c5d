import type { Cube } from '@weft/model';
import type { Alignment } from './align-networks.ts';

/** Numbers per link of B in the order of A's links. */
export function alignTotals(totals: Float64Array | null, alignment: Alignment | null): Float64Array | null {
  if (!totals || !alignment) return null;
  return alignment.toB ? Float64Array.from(alignment.toB.links, (link) => totals[link]) : totals;
}

export function alignCube(cube: Cube | null, alignment: Alignment | null): Cube | null {
  if (!cube || !alignment?.toB) return alignment && cube;
  const { links, steps } = cube;
  const sums = new Float64Array(cube.sums.length);
  const order = alignment.toB.links;
  for (let row = 0; row <= steps; row++) {
    for (let link = 0; link < links; link++) sums[row * links + link] = cube.sums[row * links + order[link]];
  }
  return { ...cube, sums };
}
