import { type Routing, tracePath } from '@weft/network';

/** Links of a set on the path from one host to another; -1 = there is no path. */
export type Crossings = (src: number, dst: number) => number;

export function createCrossings(routing: Routing, links: Iterable<number>): Crossings {
  const wanted = new Uint8Array(routing.network.linkCount);
  for (const link of links) if (link < wanted.length) wanted[link] = 1;
  let path = new Int32Array(64);
  return (src, dst) => {
    if (src === dst) return 0;
    let hops = tracePath(routing, src, dst, path);
    if (hops > path.length) {
      path = new Int32Array(hops);
      hops = tracePath(routing, src, dst, path);
    }
    if (hops < 0) return -1;
    let crossed = 0;
    for (let hop = 0; hop < hops; hop++) crossed += wanted[path[hop]];
    return crossed;
  };
}

/** Each pair is traced once: for messages that repeat. */
export function rememberCrossings(crossings: Crossings, vertexCount: number): Crossings {
  const known = new Map<number, number>();
  return (src, dst) => {
    const key = src * vertexCount + dst;
    let crossed = known.get(key);
    if (crossed === undefined) {
      crossed = crossings(src, dst);
      known.set(key, crossed);
    }
    return crossed;
  };
}

/** Ordered pairs of the hosts whose path crosses at least one of the links. */
export function countCrossingPairs(
  routing: Routing,
  hosts: ArrayLike<number>,
  links: Iterable<number>,
): number {
  const crossings = createCrossings(routing, links);
  let pairs = 0;
  for (let i = 0; i < hosts.length; i++) {
    for (let j = 0; j < hosts.length; j++) if (i !== j && crossings(hosts[i], hosts[j]) > 0) pairs++;
  }
  return pairs;
}
