import type { Layout, LayoutOptions } from '@weft/layout';
import type { Network } from '@weft/model';
import { type BlockStage, stageBlocks } from './block-stage.ts';
import { type Point, pointOf } from './camera-pose.ts';

/** A representation in world space: centred, its farthest vertex at distance 1. */
export interface Stage {
  readonly name: string;
  readonly title: string;
  /** Three numbers per vertex; NaN means that the vertex is not drawn. */
  readonly places: Float32Array;
  /** Side of the mark of each vertex that just does not touch its neighbours. */
  readonly sizes: Float32Array;
  readonly minimum: Point;
  readonly maximum: Point;
  /** Drawn flat until the reader asks for space. */
  readonly flat: boolean;
  /** The face that shows a flat picture. */
  readonly face: 'top' | 'front';
  /** Links and hosts make the picture; compact layouts and blocks leave them out. */
  readonly direct: boolean;
  readonly blocks: BlockStage | null;
}

export function createStage(network: Network, layout: Layout, options: LayoutOptions): Stage {
  const { name, title, traits } = layout;
  const positions = layout.layout(network, options);
  const places = toSpace(positions.coordinates, positions.dimensions, traits.upright);
  const { centre, scale } = normalise(places);
  const blocks = layout.blocks?.(network) ?? null;
  return {
    name,
    title,
    places,
    sizes: markSizes(network, places, traits.compact ? 0.88 : 0.7),
    ...extentOf(places),
    flat: positions.dimensions === 2,
    face: traits.upright ? 'front' : 'top',
    direct: !traits.compact && !blocks,
    blocks: blocks && stageBlocks(network, blocks, centre, scale),
  };
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
  const centre = pointOf((axis) => (minimum[axis] + maximum[axis]) / 2);
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
