import type { Routing } from '../router.ts';
import type { Footprint } from './links-of-job.ts';
import { tracePath } from './trace-path.ts';

/** Which routes are meant: from some hosts to others, through waypoints. */
export interface RouteEnds {
  readonly sources: ArrayLike<number>;
  readonly dests: ArrayLike<number>;
  /** Switches: routes count from the first of these they pass; empty = from their source on. */
  readonly fromWaypoints: readonly number[];
  /** Routes count up to the last of these they pass; empty = to their destination. */
  readonly toWaypoints: readonly number[];
  /** Routes have to use every one of these links. */
  readonly through: readonly number[];
}

const LONGEST = 64;

/** Follows every pair: the obvious way, and the only one where paths depend on the source. */
export function markPairs(routing: Routing, ends: RouteEnds, marks: Footprint): void {
  const { network } = routing;
  const { fromWaypoints, toWaypoints, through } = ends;
  const path = new Int32Array(LONGEST);
  for (let i = 0; i < ends.dests.length; i++) {
    for (let j = 0; j < ends.sources.length; j++) {
      if (ends.dests[i] === ends.sources[j]) continue;
      const length = tracePath(routing, ends.sources[j], ends.dests[i], path);
      if (length <= 0 || length > LONGEST || !usesAll(path, length, through)) continue;
      const begin =
        fromWaypoints.length === 0 ? 0 : firstFrom(network.links.src, path, length, fromWaypoints);
      const end = toWaypoints.length === 0 ? length : lastTo(network.links.dst, path, length, toWaypoints);
      markPath(routing, marks, path, begin, end);
    }
  }
}

/**
 * The same for routing by destination, from the waypoints outwards: down to the destination is one way, up to the
 * sources a tree. The cost is that of what is marked, not of all pairs.
 */
export function markThroughWaypoints(routing: Routing, ends: RouteEnds, marks: Footprint): void {
  const walk = createWalk(routing, ends, marks);
  const starts = ends.fromWaypoints.length > 0 ? ends.fromWaypoints : [-1];
  const stops = ends.toWaypoints.length > 0 ? ends.toWaypoints : [-1];
  for (let i = 0; i < ends.dests.length; i++) {
    const dest = ends.dests[i];
    if (!ends.through.every((link) => routing.nextLink(walk.src[link], dest, dest) === link)) continue;
    for (const start of starts) for (const stop of stops) markChain(walk, dest, start, stop);
  }
}

interface Walk {
  readonly routing: Routing;
  readonly marks: Footprint;
  readonly through: readonly number[];
  readonly isSource: Uint8Array;
  readonly src: Int32Array;
  readonly dst: Int32Array;
  readonly path: Int32Array;
}

function createWalk(routing: Routing, { sources, through }: RouteEnds, marks: Footprint): Walk {
  const { src, dst } = routing.network.links;
  const isSource = new Uint8Array(routing.network.vertexCount);
  for (let i = 0; i < sources.length; i++) isSource[sources[i]] = 1;
  return { routing, marks, through, isSource, src, dst, path: new Int32Array(LONGEST) };
}

/** Routes to `dest` that pass `start` (-1 = any), every link of `through`, and `stop` (-1 = any), in this tree. */
function markChain(walk: Walk, dest: number, start: number, stop: number): void {
  const { path, src, dst, routing, marks } = walk;
  const top = highestPoint(walk, dest, start, stop);
  if (top === null) return;
  const begin = start < 0 ? 0 : firstFrom(src, path, top.length, [start]);
  const end = stop < 0 ? top.length : stop === top.vertex ? 0 : lastTo(dst, path, top.length, [stop]);
  if (start >= 0 && begin >= end) return;
  if (!markSources(walk, top.vertex, dest, start < 0)) return;
  markPath(routing, marks, path, begin, end);
}

/** The waypoint from which the path to `dest` passes all others; its path is left in `path`. */
function highestPoint(walk: Walk, dest: number, start: number, stop: number) {
  const { routing, src, through, path } = walk;
  const points = [...through.map((link) => src[link]), ...[start, stop].filter((point) => point >= 0)];
  for (const vertex of points) {
    if (vertex === dest) continue;
    const length = tracePath(routing, vertex, dest, path);
    if (length <= 0 || length > LONGEST || !usesAll(path, length, through)) continue;
    const passes = (point: number) =>
      point < 0 || point === vertex || lastTo(walk.dst, path, length, [point]);
    if (passes(start) && passes(stop)) return { vertex, length };
  }
  return null;
}

/** Whether a source's path to `dest` enters `vertex` (or starts there); marks all such paths when asked to. */
function markSources(walk: Walk, vertex: number, dest: number, mark: boolean): boolean {
  const { routing, src, isSource, marks } = walk;
  const { inOffsets, inLinks } = routing.network;
  let found = isSource[vertex] === 1 && vertex !== dest;
  for (let i = inOffsets[vertex]; i < inOffsets[vertex + 1]; i++) {
    const link = inLinks[i];
    const before = src[link];
    if (before === dest || routing.nextLink(before, dest, dest) !== link) continue;
    if (!markSources(walk, before, dest, mark)) continue;
    found = true;
    if (!mark) return true;
    marks.links[link] = 1;
    marks.vertices[before] = 1;
    marks.vertices[vertex] = 1;
  }
  return found;
}

function usesAll(path: Int32Array, length: number, links: readonly number[]): boolean {
  return links.every((link) => {
    const at = path.indexOf(link);
    return at >= 0 && at < length;
  });
}

/** From the link that leaves a waypoint on; past the end where none is passed. */
function firstFrom(src: Int32Array, path: Int32Array, length: number, waypoints: readonly number[]): number {
  for (let i = 0; i < length; i++) if (waypoints.includes(src[path[i]])) return i;
  return length;
}

/** Up to the link that enters a waypoint; 0 where none is passed. */
function lastTo(dst: Int32Array, path: Int32Array, length: number, waypoints: readonly number[]): number {
  for (let i = length; i > 0; i--) if (waypoints.includes(dst[path[i - 1]])) return i;
  return 0;
}

function markPath(routing: Routing, marks: Footprint, path: Int32Array, begin: number, end: number): void {
  const { src, dst } = routing.network.links;
  for (let i = begin; i < end; i++) {
    marks.links[path[i]] = 1;
    marks.vertices[src[path[i]]] = 1;
    marks.vertices[dst[path[i]]] = 1;
  }
}
