import { NONE } from '@weft/model';
import { neighbourNode, nodeCoordinate, type TorusShape } from '@weft/network';

/**
 * A torus with some dimensions collapsed into its nodes: a cell stands for all nodes with the same values in the
 * dimensions that are kept. Links along kept dimensions join cells, links along collapsed ones stay inside.
 */
export interface CollapsedTorus {
  /** Dimensions that tell cells apart; the first counts fastest. */
  readonly kept: readonly number[];
  readonly collapsed: readonly number[];
  /** Of the kept dimensions. */
  readonly sizes: readonly number[];
  readonly cellCount: number;
  /** Twice the number of dimensions of the torus. */
  readonly directions: number;
  /** Cell of each node, -1 = the node is left out. */
  readonly cellOf: Int32Array;
  /** Links that leave the nodes of a cell in a direction: by cell * directions + direction. */
  readonly links: Int32Array;
  /** Links there would be without holes and missing cables. */
  readonly expected: Int32Array;
}

/** What the links of a collapsed torus carry, by cell * directions + direction. */
export interface CollapsedTraffic {
  readonly sum: Float64Array;
  /** Infinite where there is no link. */
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** 1 where the selection keeps a link. */
  readonly shown: Uint8Array;
}

/** `fixed` leaves out nodes with another value in a dimension; -1 = any. */
export function collapseTorus(
  shape: TorusShape,
  kept: readonly number[],
  fixed: readonly number[] = [],
): CollapsedTorus {
  const { sizes, nodeCount, directions, linkAt } = shape;
  const cells = kept.map((dimension) => sizes[dimension]);
  const cellCount = cells.reduce((all, size) => all * size, 1);
  const cellOf = new Int32Array(nodeCount).fill(NONE);
  const links = new Int32Array(cellCount * directions);
  const expected = new Int32Array(cellCount * directions);
  for (let node = 0; node < nodeCount; node++) {
    if (!matches(shape, node, fixed)) continue;
    cellOf[node] = cellOfNode(shape, kept, node);
    for (let direction = 0; direction < directions; direction++) {
      const at = cellOf[node] * directions + direction;
      if (linkAt[node * directions + direction] >= 0) links[at]++;
      if (leads(shape, node, direction)) expected[at]++;
    }
  }
  const collapsed = [...sizes.keys()].filter((dimension) => !kept.includes(dimension));
  return { kept, collapsed, sizes: cells, cellCount, directions, cellOf, links, expected };
}

function matches(shape: TorusShape, node: number, fixed: readonly number[]): boolean {
  return fixed.every((value, dimension) => value < 0 || nodeCoordinate(shape, node, dimension) === value);
}

function cellOfNode(shape: TorusShape, kept: readonly number[], node: number): number {
  let cell = 0;
  let stride = 1;
  for (const dimension of kept) {
    cell += nodeCoordinate(shape, node, dimension) * stride;
    stride *= shape.sizes[dimension];
  }
  return cell;
}

/** Is there a node in this direction, not across the open end of a mesh? */
function leads(shape: TorusShape, node: number, direction: number): boolean {
  const dimension = direction >> 1;
  const size = shape.sizes[dimension];
  const at = nodeCoordinate(shape, node, dimension);
  const closes = at === (direction % 2 === 0 ? size - 1 : 0);
  if (size === 1 || shape.vertexAt[node] < 0 || (closes && !shape.rings[dimension])) return false;
  return shape.vertexAt[neighbourNode(shape, node, dimension, direction % 2 === 0 ? 1 : -1)] >= 0;
}

/** Sums into buffers that live as long as the collapsed torus: a moving brush allocates nothing of size. */
export function createCollapsedTraffic({ linkAt, nodeCount }: TorusShape, torus: CollapsedTorus) {
  const { directions, cellOf, links } = torus;
  const traffic: CollapsedTraffic = {
    sum: new Float64Array(links.length),
    low: new Float64Array(links.length),
    high: new Float64Array(links.length),
    shown: new Uint8Array(links.length),
  };
  const { sum, low, high, shown } = traffic;
  return (totals: Float64Array, visible: Uint8Array | null): CollapsedTraffic => {
    sum.fill(0);
    low.fill(Number.POSITIVE_INFINITY);
    high.fill(Number.NEGATIVE_INFINITY);
    shown.fill(0);
    for (let node = 0; node < nodeCount; node++) {
      if (cellOf[node] < 0) continue;
      const base = cellOf[node] * directions;
      for (let direction = 0; direction < directions; direction++) {
        const link = linkAt[node * directions + direction];
        if (link < 0) continue;
        const at = base + direction;
        const value = totals[link] ?? 0;
        sum[at] += value;
        if (value < low[at]) low[at] = value;
        if (value > high[at]) high[at] = value;
        if (visible === null || visible[link] !== 0) shown[at] = 1;
      }
    }
    return { ...traffic };
  };
}

/** What all links along these dimensions carry together. */
export function sumAlong(
  { directions, cellCount }: CollapsedTorus,
  sum: CollapsedTraffic['sum'],
  dimensions: readonly number[],
): number {
  let total = 0;
  for (let cell = 0; cell < cellCount; cell++)
    for (const dimension of dimensions)
      total += sum[cell * directions + 2 * dimension] + sum[cell * directions + 2 * dimension + 1];
  return total;
}
