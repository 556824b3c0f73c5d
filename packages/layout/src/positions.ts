import type { Network } from '@weft/model';
import type { Positions } from './layout.ts';

/** Positions with every vertex not drawn yet. */
export function blankPositions(network: Network, dimensions: 2 | 3): Positions {
  return { dimensions, coordinates: new Float32Array(network.vertexCount * dimensions).fill(Number.NaN) };
}

export function setPosition(
  { coordinates, dimensions }: Positions,
  vertex: number,
  x: number,
  y: number,
  z = 0,
): void {
  const at = vertex * dimensions;
  coordinates[at] = x;
  coordinates[at + 1] = y;
  if (dimensions === 3) coordinates[at + 2] = z;
}

/** Puts vertices in a small square around a point, so that hosts share the cell of their switch. */
export function placeAround(
  positions: Positions,
  vertices: readonly number[],
  x: number,
  y: number,
  z: number,
  size: number,
): void {
  const side = Math.ceil(Math.sqrt(vertices.length));
  const step = size / Math.max(1, side);
  vertices.forEach((vertex, i) => {
    const dx = ((i % side) - (side - 1) / 2) * step;
    const dy = (Math.floor(i / side) - (side - 1) / 2) * step;
    setPosition(positions, vertex, x + dx, y + dy, z);
  });
}

interface Extent {
  readonly minimum: readonly number[];
  readonly maximum: readonly number[];
}

export function positionsExtent({ coordinates, dimensions }: Positions): Extent {
  const minimum = new Array<number>(dimensions).fill(Number.POSITIVE_INFINITY);
  const maximum = new Array<number>(dimensions).fill(Number.NEGATIVE_INFINITY);
  for (let i = 0; i < coordinates.length; i++) {
    if (Number.isNaN(coordinates[i])) continue;
    const axis = i % dimensions;
    if (coordinates[i] < minimum[axis]) minimum[axis] = coordinates[i];
    if (coordinates[i] > maximum[axis]) maximum[axis] = coordinates[i];
  }
  return { minimum, maximum };
}
