import { type Network, NONE } from '@weft/model';
import { createUnionFind, type UnionFind } from './union-find.ts';

/** Joins the ends of every link that `keeps` accepts. */
export function joinLinks(network: Network, keeps: (src: number, dst: number) => boolean): UnionFind {
  const sets = createUnionFind(network.vertexCount);
  const { src, dst } = network.links;
  for (let link = 0; link < network.linkCount; link++) {
    if (keeps(src[link], dst[link])) sets.union(src[link], dst[link]);
  }
  return sets;
}

/** Numbers sets 0, 1, ... in the order of `first`, then of vertex ids; vertices not `counted` get -1. */
export function numberSets(
  sets: UnionFind,
  vertexCount: number,
  counted: (vertex: number) => boolean,
  first: Int32Array,
): Int32Array {
  const numbers = new Map<number, number>();
  const part = new Int32Array(vertexCount).fill(NONE);
  const visit = (vertex: number): void => {
    if (!counted(vertex)) return;
    const root = sets.find(vertex);
    const number = numbers.get(root) ?? numbers.size;
    numbers.set(root, number);
    part[vertex] = number;
  };
  first.forEach(visit);
  for (let vertex = 0; vertex < vertexCount; vertex++) visit(vertex);
  return part;
}

export function topLevel(level: Int32Array): number {
  return level.reduce((top, value) => Math.max(top, value), 0);
}

/**
 * Pods: parts of the tree that hang together without its top switches (-1 for these). A tree of one or two
 * levels is one pod.
 */
export function componentsBelow(network: Network, level: Int32Array): Int32Array {
  const top = topLevel(level);
  if (top <= 2) return level.map((value) => (value < 0 ? NONE : 0));
  return componentsUpTo(network, level, top - 1);
}

/**
 * Parts of the tree with levels 0 .. limit only, numbered in the order of their hosts. What is cut off from
 * hosts, or a host from everything, is in no part.
 */
export function componentsUpTo(network: Network, level: Int32Array, limit: number): Int32Array {
  const inside = (vertex: number): boolean => level[vertex] >= 0 && level[vertex] <= limit;
  const sets = joinLinks(network, (src, dst) => inside(src) && inside(dst));
  const inhabited = new Set<number>();
  for (const host of network.hosts) {
    if (network.outOffsets[host] < network.outOffsets[host + 1]) inhabited.add(sets.find(host));
  }
  const counted = (vertex: number): boolean => inside(vertex) && inhabited.has(sets.find(vertex));
  return numberSets(sets, network.vertexCount, counted, network.hosts);
}

/** Bundles: top switches with those one level below that they connect to; none below three levels. */
export function treeBundles(network: Network, level: Int32Array): Int32Array {
  const top = topLevel(level);
  if (top < 3) return new Int32Array(network.vertexCount).fill(NONE);
  const inside = (vertex: number): boolean => level[vertex] >= top - 1;
  const sets = joinLinks(network, (src, dst) => inside(src) && inside(dst));
  const order = network.switches.filter((vertex) => level[vertex] === top);
  return numberSets(sets, network.vertexCount, inside, order);
}
