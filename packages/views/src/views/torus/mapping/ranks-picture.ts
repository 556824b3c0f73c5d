import { axisPlace, layoutDetailedPlanes, type TorusRoles } from '@weft/layout';
import { nodeCoordinate, type TorusShape } from '@weft/network';
import type { MappingRow } from './mapping-model.ts';

/** Nodes as cells in the planes of the roles, and the ranks on each. */
export interface RanksPicture {
  readonly shape: TorusShape;
  readonly row: MappingRow;
  readonly width: number;
  readonly height: number;
  /** x, y of the upper left corner of each node. */
  readonly places: Float32Array;
  readonly cell: readonly [width: number, height: number];
  /** First rank of each node, -1 = none. */
  readonly rankAt: Int32Array;
  /** How many ranks it has. */
  readonly ranksAt: Int32Array;
}

const TOP = 24;

export function createRanksPicture(
  shape: TorusShape,
  roles: TorusRoles,
  row: MappingRow,
  width: number,
  height: number,
): RanksPicture {
  const area = { x: 8, y: TOP, width: width - 16, height: Math.max(20, height - TOP - 6) };
  const { across, down, pitch } = layoutDetailedPlanes(shape, roles, area);
  const places = new Float32Array(2 * shape.nodeCount);
  for (let node = 0; node < shape.nodeCount; node++) {
    const values = shape.sizes.map((_, dimension) => nodeCoordinate(shape, node, dimension));
    places[2 * node] = axisPlace(across, values);
    places[2 * node + 1] = axisPlace(down, values);
  }
  const rankAt = new Int32Array(shape.nodeCount).fill(-1);
  const ranksAt = new Int32Array(shape.nodeCount);
  row.nodes.forEach((node, rank) => {
    if (node < 0) return;
    if (rankAt[node] < 0) rankAt[node] = rank;
    ranksAt[node]++;
  });
  const cell = [pitch[0] * 0.9, pitch[1] * 0.9] as const;
  return { shape, row, width, height, places, cell, rankAt, ranksAt };
}

/** -1 = none there. */
export function nodeUnder({ places, cell }: RanksPicture, x: number, y: number): number {
  for (let node = 0; 2 * node < places.length; node++) {
    const [dx, dy] = [x - places[2 * node], y - places[2 * node + 1]];
    if (dx >= 0 && dy >= 0 && dx <= cell[0] && dy <= cell[1]) return node;
  }
  return -1;
}
