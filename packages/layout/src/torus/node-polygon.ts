import { neighbourNode, type TorusShape } from '@weft/network';

/** A line from the middle of a polygon: what leaves the node in a direction, and what comes from there. */
interface Spoke {
  readonly direction: number;
  /** Radians, clockwise from the right; the first dimension points up. */
  readonly angle: number;
  /** Links out of the node and into it, -1 = none. */
  readonly out: number;
  readonly into: number;
}

/** Of the angle between two corners: how far + and - stand from their corner. */
const APART = 0.16;

export function cornerAngle(dimension: number, dimensions: number): number {
  return -Math.PI / 2 + (2 * Math.PI * dimension) / dimensions;
}

/** VT-16, VT-17: a corner a dimension, + on its clockwise side, - on the other, each out of the node and into it. */
export function nodeSpokes(shape: TorusShape, node: number): Spoke[] {
  const { sizes, directions, linkAt } = shape;
  const apart = (APART * 2 * Math.PI) / sizes.length;
  return Array.from({ length: directions }, (_, direction) => {
    const dimension = direction >> 1;
    const minus = direction % 2 === 1;
    const next = neighbourNode(shape, node, dimension, minus ? -1 : 1);
    const single = sizes[dimension] === 1;
    return {
      direction,
      angle: cornerAngle(dimension, sizes.length) + (minus ? -apart : apart),
      out: single ? -1 : linkAt[node * directions + direction],
      into: single ? -1 : linkAt[next * directions + 2 * dimension + (minus ? 0 : 1)],
    };
  });
}
