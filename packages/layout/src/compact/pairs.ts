import type { GeneratingPair } from './generating-pair.ts';

/** a(k) of Eq. (5): the sides of a square; b(k) of Eq. (6): its corners. */
const SIDES = [
  [0, 1],
  [1, 0],
  [0, -1],
  [-1, 0],
] as const;
const CORNERS = [
  [-1, 1],
  [1, 1],
  [1, -1],
  [-1, -1],
] as const;
/** Two tetrahedra that share no corner: together the eight corners of a cube. */
const TETRAHEDRON = [
  [1, 1, 1],
  [1, -1, -1],
  [-1, 1, -1],
  [-1, -1, 1],
] as const;
const ANTI_TETRAHEDRON = TETRAHEDRON.map((corner) => corner.map((value) => -value));

const scaled = (factor: number, vector: readonly number[]): number[] => vector.map((value) => factor * value);

/** Eq. (4): a balanced-ternary pair expansion without the digit (0, 0), hence collision-free for every L. */
export const f1: GeneratingPair = {
  name: 'F1',
  dimensions: 2,
  arity: 4,
  a: (n, k) => scaled(3 ** (n - 1), SIDES[k]),
  b: (n, k) => scaled(3 ** (n - 1), CORNERS[k]),
};

/** Eq. (7): cells are odd multiples of 1/2; per axis the layers tile L * 2^(L-1) positions without a gap. */
export const ht: GeneratingPair = {
  name: 'HT',
  dimensions: 2,
  arity: 4,
  a: (n, k) => scaled((n + 2) * 2 ** (n - 2), CORNERS[k]),
  b: (n, k) => scaled(2 ** (n - 2), CORNERS[k]),
  shift: shiftOfH,
};

/** F1 in space: the digits are the eight corners of a cube, so every expansion is unique again. */
export const f1Space: GeneratingPair = {
  name: 'F1-3D',
  dimensions: 3,
  arity: 4,
  a: (n, k) => scaled(3 ** (n - 1), TETRAHEDRON[k]),
  b: (n, k) => scaled(3 ** (n - 1), ANTI_TETRAHEDRON[k]),
};

/** HT in space: each axis alone tells the layer, the signs of the three axes tell the digit. */
export const htSpace: GeneratingPair = {
  name: 'HT-3D',
  dimensions: 3,
  arity: 4,
  a: (n, k) => scaled((n + 2) * 2 ** (n - 2), TETRAHEDRON[k]),
  b: (n, k) => scaled(2 ** (n - 2), TETRAHEDRON[k]),
  shift: shiftOfH,
};

/**
 * MS, Morton strip: each layer is a full square in Z-order, layer beside layer. Fill is exactly 1; the box is
 * L * 2^(L-1) by 2^(L-1).
 */
export const mortonStrip: GeneratingPair = {
  name: 'MS',
  dimensions: 2,
  arity: 4,
  a: (n, k, levels) => [2 ** (n - 1) * (k & 1) + 2 ** (levels - 1), 2 ** (n - 1) * (k >> 1)],
  b: (n, k) => [2 ** (n - 1) * (k & 1), 2 ** (n - 1) * (k >> 1)],
};

/**
 * R8, rotating fractal: an expansion in the Gaussian base 2 + 2i, of norm 8. The four odd digits 1, i, -1, -i and the
 * four even digits 0, 1+i, 2, 1-i are a complete residue system, so no digit is wasted and no cell is used twice.
 */
export const rotatingFractal: GeneratingPair = {
  name: 'R8',
  dimensions: 2,
  arity: 4,
  a: (n, k) =>
    timesGaussianPower(
      n - 1,
      [
        [1, 0],
        [0, 1],
        [-1, 0],
        [0, -1],
      ][k],
    ),
  b: (n, k) =>
    timesGaussianPower(
      n - 1,
      [
        [0, 0],
        [1, 1],
        [2, 0],
        [1, -1],
      ][k],
    ),
};

/** Multiplies (x + iy) by (2 + 2i)^power, exactly. */
function timesGaussianPower(power: number, [x, y]: readonly number[]): number[] {
  let [re, im] = [x, y];
  for (let i = 0; i < power; i++) [re, im] = [2 * (re - im), 2 * (re + im)];
  return [re, im];
}

/** Half of the cells per axis: HT then fills the cells 0 .. W-1 (LANL-30). */
function shiftOfH(levels: number): number {
  return (levels * 2 ** (levels - 1) - 1) / 2;
}
