import { type Block, blockCell, type Layout, layeredBlocks, layouts } from '@weft/layout';
import type { Network } from '@weft/model';
import type { Point } from './camera-pose.ts';

/** A representation in world space: centred, its farthest vertex at distance 1. */
export interface Stage {
  readonly name: string;
  readonly title: string;
  /** Three numbers per vertex; NaN = not drawn. */
  readonly places: Float32Array;
  /** Side of the mark of each vertex that just does not touch its neighbours. */
  readonly sizes: Float32Array;
  readonly minimum: Point;
  readonly maximum: Point;
  /** Drawn flat unless the reader asks for space. */
  readonly flat: boolean;
  /** The face that shows a flat picture. */
  readonly face: 'top' | 'front';
  /** Links make the picture (direct representations) or are left out (compact ones). */
  readonly direct: boolean;
  readonly blocks: BlockStage | null;
}

/** LB: boxes instead of marks for switches, and where hosts stand on the diagonal. */
export interface BlockStage {
  /** Six numbers a box: centre and size. */
  readonly boxes: Float32Array;
  readonly subdivided: Float32Array;
  /** Box of each switch in `boxes` and in `subdivided`; -1 for others. */
  readonly boxOf: Int32Array;
  readonly columnOf: Int32Array;
  readonly levels: Int32Array;
  readonly columnLevels: Int32Array;
  /** Switches in each box. */
  readonly switches: Int32Array;
  /** Hosts as pillars on the diagonal, six numbers each, and which host each is. */
  readonly pillars: Float32Array;
  readonly hosts: Int32Array;
}

export interface StageOptions {
  readonly scale: number;
  readonly a: string;
  readonly b: string;
}

const COMPACT = ['F1', 'HT', 'F1-3D', 'HT-3D', 'MS', 'R8', 'AB'];

export function createStage(network: Network, name: string, options: StageOptions): Stage {
  const layout = layouts.find((candidate) => candidate.name === name) as Layout;
  const positions = layout.layout(network, optionsOf(layout, options));
  const upright = name === 'QS' || name === 'DL';
  const places = toSpace(positions.coordinates, positions.dimensions, upright);
  const { centre, scale } = normalise(places);
  const box = extentOf(places);
  return {
    name,
    title: layout.title,
    places,
    sizes: markSizes(network, places, COMPACT.includes(name) ? 0.88 : 0.7),
    minimum: box.minimum,
    maximum: box.maximum,
    flat: positions.dimensions === 2,
    face: upright ? 'front' : 'top',
    direct: !COMPACT.includes(name) && name !== 'LB',
    blocks: name === 'LB' ? stageBlocks(network, centre, scale) : null,
  };
}

function optionsOf({ name, defaults }: Layout, { scale, a, b }: StageOptions): unknown {
  if (name === 'HT') return { scale };
  return name === 'AB' && a && b ? { a, b } : defaults;
}

/** Flat layouts lie on the ground, north away from the reader; upright ones stand. */
function toSpace(coordinates: Float32Array, dimensions: 2 | 3, upright: boolean): Float32Array {
  if (dimensions === 3) return coordinates.slice();
  const places = new Float32Array((coordinates.length / 2) * 3);
  for (let v = 0; v * 2 < coordinates.length; v++) {
    places[v * 3] = coordinates[v * 2];
    places[v * 3 + (upright ? 1 : 2)] = upright ? coordinates[v * 2 + 1] : -coordinates[v * 2 + 1];
  }
  return places;
}

function normalise(places: Float32Array): { centre: Point; scale: number } {
  const { minimum, maximum } = extentOf(places);
  const centre = minimum.map((low, axis) => (low + maximum[axis]) / 2) as unknown as Point;
  let farthest = 0;
  for (let at = 0; at < places.length; at += 3) {
    const distance =
      (places[at] - centre[0]) ** 2 + (places[at + 1] - centre[1]) ** 2 + (places[at + 2] - centre[2]) ** 2;
    if (distance > farthest) farthest = distance;
  }
  const scale = 1 / (Math.sqrt(farthest) || 1);
  for (let i = 0; i < places.length; i++) places[i] = (places[i] - centre[i % 3]) * scale;
  return { centre, scale };
}

function extentOf(places: Float32Array): { minimum: Point; maximum: Point } {
  const minimum: [number, number, number] = [Infinity, Infinity, Infinity];
  const maximum: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < places.length; i++) {
    const axis = i % 3;
    if (places[i] < minimum[axis]) minimum[axis] = places[i];
    if (places[i] > maximum[axis]) maximum[axis] = places[i];
  }
  return Number.isFinite(minimum[0]) ? { minimum, maximum } : { minimum: [-1, -1, -1], maximum: [1, 1, 1] };
}

/** A share of the way to the next vertex of the same level and kind. */
function markSizes(network: Network, places: Float32Array, share: number): Float32Array {
  const { level, kind } = network.vertices;
  const most = 0.06;
  const kinds = kind.dictionary.length + 1;
  const group = (v: number): number => (level[v] + 1) * kinds + kind.codes[v] + 1;
  const gaps: number[] = [];
  const last: number[] = [];
  for (let v = 0; v < network.vertexCount; v++) {
    const own = group(v);
    const before = last[own];
    last[own] = v;
    if (before === undefined) continue;
    const gap = distanceOf(places, before, v);
    if (gap > 1e-6 && gap < (gaps[own] ?? Infinity)) gaps[own] = gap;
  }
  return new Float32Array(network.vertexCount).map((_, v) =>
    Math.min(most, share * (gaps[group(v)] ?? most)),
  );
}

function distanceOf(places: Float32Array, a: number, b: number): number {
  return Math.hypot(
    places[a * 3] - places[b * 3],
    places[a * 3 + 1] - places[b * 3 + 1],
    places[a * 3 + 2] - places[b * 3 + 2],
  );
}

function stageBlocks(network: Network, centre: Point, scale: number): BlockStage {
  const { blocks, diagonal, levelGap } = layeredBlocks(network);
  const middle = diagonal.length / 2;
  const boxOf = new Int32Array(network.vertexCount).fill(-1);
  const columnOf = boxOf.slice();
  const boxes = new Float32Array(blocks.length * 6);
  const count = blocks.reduce((sum, block) => sum + block.switches.length, 0);
  const subdivided = new Float32Array(count * 6);
  const columnLevels = new Int32Array(count);
  const put = (into: Float32Array, box: number, block: Block, x: number, z: number, side: number): void => {
    const y = block.top - block.thickness / 2;
    const values = [
      x - middle - centre[0],
      y - centre[1],
      z - middle - centre[2],
      side,
      block.thickness,
      side,
    ];
    into.set(
      values.map((value) => value * scale),
      box * 6,
    );
  };
  let column = 0;
  blocks.forEach((block, box) => {
    const { start, size, switches } = block;
    put(boxes, box, block, start + size / 2, start + size / 2, size * 0.97);
    switches.forEach((vertex, i) => {
      const { x, z, side } = blockCell(block, i);
      put(subdivided, column, block, x, z, side * 0.82);
      columnLevels[column] = block.level;
      boxOf[vertex] = box;
      columnOf[vertex] = column++;
    });
  });
  return {
    boxes,
    subdivided,
    boxOf,
    columnOf,
    levels: Int32Array.from(blocks, (block) => block.level),
    columnLevels,
    switches: Int32Array.from(blocks, (block) => block.switches.length),
    pillars: pillarsOf(diagonal.length, levelGap * 0.5, centre, scale),
    hosts: Int32Array.from(diagonal),
  };
}

/** Host i at (i, i), standing on the ground plane. */
function pillarsOf(count: number, height: number, centre: Point, scale: number): Float32Array {
  const pillars = new Float32Array(count * 6);
  for (let i = 0; i < count; i++) {
    const at = i + 0.5 - count / 2;
    const values = [at - centre[0], height / 2 - centre[1], at - centre[2], 0.7, height, 0.7];
    values.forEach((value, part) => {
      pillars[i * 6 + part] = value * scale;
    });
  }
  return pillars;
}
