import { listAt, type Network } from '@weft/model';

/** Positions along one dimension of all nodes. */
export interface Axis {
  readonly size: number;
  readonly position: Int32Array;
}

/**
 * Axes by the coordinates that the network itself tells, in their order; null where some node has none, or where they
 * contradict the sizes that the cables show or a cable between two nodes.
 */
export function toldAxes(network: Network, nodes: Int32Array, found: readonly Axis[]): Axis[] | null {
  const coords = Array.from(nodes, (vertex) => listAt(network.vertices.coord, vertex));
  if (coords.some((coord) => coord.length !== found.length)) return null;
  const axes = found.map((_, dimension) => {
    const position = Int32Array.from(coords, (coord) => coord[dimension]);
    return { size: 1 + position.reduce((most, at) => Math.max(most, at), 0), position };
  });
  return sameSizes(axes, found) && placesOnce(axes, nodes.length) && cablesAreSteps(network, nodes, axes)
    ? axes
    : null;
}

function sameSizes(axes: readonly Axis[], found: readonly Axis[]): boolean {
  const sorted = (list: readonly Axis[]): string =>
    list
      .map(({ size }) => size)
      .sort((a, b) => a - b)
      .join();
  return sorted(axes) === sorted(found);
}

function placesOnce(axes: readonly Axis[], count: number): boolean {
  const places = new Set<number>();
  for (let node = 0; node < count; node++)
    places.add(axes.reduce((place, { size, position }) => place * size + position[node], 0));
  return places.size === count;
}

function cablesAreSteps(
  { links, linkCount, vertexCount }: Network,
  nodes: Int32Array,
  axes: readonly Axis[],
): boolean {
  const index = new Int32Array(vertexCount).fill(-1);
  nodes.forEach((vertex, node) => {
    index[vertex] = node;
  });
  for (let link = 0; link < linkCount; link++) {
    const [from, to] = [index[links.src[link]], index[links.dst[link]]];
    if (from >= 0 && to >= 0 && !isStep(axes, from, to)) return false;
  }
  return true;
}

function isStep(axes: readonly Axis[], from: number, to: number): boolean {
  const changed = axes.filter(({ position }) => position[from] !== position[to]);
  if (changed.length !== 1) return false;
  const [{ size, position }] = changed;
  const step = (position[to] - position[from] + size) % size;
  return step === 1 || step === size - 1;
}
