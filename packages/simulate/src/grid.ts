/** Ranks on a grid. Row-major: the last axis runs fastest; column-major: the first. */
type GridOrder = 'row-major' | 'column-major';

/** Sides of a grid of `ranks` cells, as even as possible, largest first (as MPI_Dims_create does it). */
export function gridSides(ranks: number, axes: number): number[] {
  let best: number[] = [];
  let spread = Number.POSITIVE_INFINITY;
  const search = (rest: number, sides: number[]): void => {
    if (sides.length === axes - 1) {
      const all = [...sides, rest].sort((a, b) => b - a);
      const now = all[0] / all[axes - 1];
      if (now < spread) {
        spread = now;
        best = all;
      }
      return;
    }
    const least = sides.at(-1) ?? 1;
    for (let side = least; side ** (axes - sides.length) <= rest; side++) {
      if (rest % side === 0) search(rest / side, [...sides, side]);
    }
  };
  search(ranks, []);
  return best;
}

/** Step between neighbours along each axis. */
export function gridStrides(sides: readonly number[], order: GridOrder): number[] {
  const strides = new Array<number>(sides.length);
  let stride = 1;
  for (let i = 0; i < sides.length; i++) {
    const axis = order === 'row-major' ? sides.length - 1 - i : i;
    strides[axis] = stride;
    stride *= sides[axis];
  }
  return strides;
}

/** The neighbour of a rank along an axis, or -1 behind an open border. */
export function gridNeighbour(
  rank: number,
  side: number,
  stride: number,
  step: 1 | -1,
  periodic: boolean,
): number {
  const at = Math.floor(rank / stride) % side;
  const next = at + step;
  if (next >= 0 && next < side) return rank + step * stride;
  if (!periodic || side === 1) return -1;
  return rank + (step > 0 ? 1 - side : side - 1) * stride;
}

export function product(sides: readonly number[]): number {
  return sides.reduce((all, side) => all * side, 1);
}
