import type { Positions } from '@weft/layout';

/** Where each vertex is on a square of `size`; NaN where it is not drawn. */
export interface FlatPlaces {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** Fits positions into a square; three dimensions are seen from above at an angle. */
export function fitPositions({ coordinates, dimensions }: Positions, size: number): FlatPlaces {
  const vertices = coordinates.length / dimensions;
  const depth = (vertex: number) => (dimensions === 3 ? coordinates[vertex * 3 + 2] : 0);
  const x = Float64Array.from({ length: vertices }, (_, v) => coordinates[v * dimensions] - 0.5 * depth(v));
  const y = Float64Array.from(
    { length: vertices },
    (_, v) => -coordinates[v * dimensions + 1] + 0.4 * depth(v),
  );
  const [across, down] = [rangeOf(x), rangeOf(y)];
  const scale = size / (Math.max(across.length, down.length) || 1);
  return {
    x: x.map((value) => (value - across.from) * scale + (size - across.length * scale) / 2),
    y: y.map((value) => (value - down.from) * scale + (size - down.length * scale) / 2),
  };
}

function rangeOf(values: Float64Array): { from: number; length: number } {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < from) from = value;
    if (value > to) to = value;
  }
  return from <= to ? { from, length: to - from } : { from: 0, length: 0 };
}

/** The least distance between two of these vertices that are not in one place, up to `limit`. */
export function leastDistance({ x, y }: FlatPlaces, vertices: Iterable<number>, limit: number): number {
  const drawn = Array.from(vertices).filter((vertex) => !Number.isNaN(x[vertex]));
  drawn.sort((a, b) => x[a] - x[b]);
  let least = limit;
  for (let i = 0; i < drawn.length; i++) {
    for (let j = i + 1; j < drawn.length && x[drawn[j]] - x[drawn[i]] < least; j++) {
      const distance = Math.hypot(x[drawn[j]] - x[drawn[i]], y[drawn[j]] - y[drawn[i]]);
      if (distance > 1e-6 * limit && distance < least) least = distance;
    }
  }
  return least;
}
