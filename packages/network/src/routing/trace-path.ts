import type { VertexIndex } from '@weft/model';
import type { Routing } from '../router.ts';

/** Negative results of tracePath. */
export const UNREACHABLE = -1;
export const LOOP = -2;

/** More links than this on one path are a loop: no path visits a vertex more than twice (through an intermediate). */
export function hopLimit(routing: Routing): number {
  return 2 * routing.network.vertexCount;
}

/**
 * Writes the links from src to dst into `out` and returns how many; UNREACHABLE or LOOP where there is no
 * path. Links beyond the length of `out` are counted and not written. `source` is where the traffic began, for
 * routings that ask.
 */
export function tracePath(
  routing: Routing,
  src: VertexIndex,
  dst: VertexIndex,
  out: Int32Array,
  source: VertexIndex = src,
): number {
  const targets = routing.network.links.dst;
  const limit = hopLimit(routing);
  let vertex = src;
  let count = 0;
  while (vertex !== dst) {
    const link = routing.nextLink(vertex, dst, source);
    if (link < 0) return UNREACHABLE;
    if (count >= limit) return LOOP;
    if (count < out.length) out[count] = link;
    count++;
    vertex = targets[link];
    if (count > 1 && vertex === src) return LOOP;
  }
  return count;
}
