/** Ranks [from, to) in blocks of `block` ranks. */
export interface MatrixAxis {
  readonly from: number;
  readonly to: number;
  readonly block: number;
}

/** Dense tile of the matrix of ranks, row by row; a cell sums a block of ranks x a block of ranks. */
export interface MatrixTile {
  readonly rows: number;
  readonly columns: number;
  readonly amount: Float64Array;
  readonly count: Float64Array;
}

/** Blocks of equal size, a power of two, so that [from, to) is at most `cells` of them. */
function matrixAxis(from: number, to: number, cells: number): MatrixAxis {
  let block = 1;
  while (block * cells < to - from) block *= 2;
  return { from, to, block };
}

/** A range of positions, all of them when left out, within those that there are. */
export function clampAxis(range: readonly [number, number] | null, ranks: number, cells: number): MatrixAxis {
  const [from, to] = range ?? [0, ranks];
  const first = Math.min(from, ranks);
  return matrixAxis(first, Math.max(first, Math.min(to, ranks)), cells);
}

export function axisCells({ from, to, block }: MatrixAxis): number {
  return Math.max(0, Math.ceil((to - from) / block));
}
