import type { Network } from '@weft/model';
import type { TreeAddress } from './tree-address.ts';

/** A block of a fat tree: the interchangeable switches on top of one set of hosts, and the blocks below. */
export interface Subtree {
  readonly level: number;
  readonly switches: readonly number[];
  readonly children: readonly Subtree[];
  /** Hosts below, by id. */
  readonly hosts: readonly number[];
}

/**
 * Blocks of level l are the components of the network cut above level l; they nest. Works for any levelled tree,
 * also with unequal pods and missing links. A forest is returned as several roots.
 */
export function subtrees(network: Network, address: TreeAddress): Subtree[] {
  const parent = Int32Array.from({ length: network.vertexCount }, (_, v) => v);
  const upward = linksByUpperLevel(network, address);
  const members = verticesByLevel(address);
  let below: Subtree[] = members[0].map((host) => ({ level: 0, switches: [], children: [], hosts: [host] }));
  for (let level = 1; level <= address.levels; level++) {
    // Hosts and their NICs share level 0.
    for (const link of level === 1 ? [...upward[0], ...upward[1]] : upward[level])
      union(parent, network.links.src[link], network.links.dst[link]);
    below = gather(parent, level, members[level], below);
  }
  return below;
}

function gather(
  parent: Int32Array,
  level: number,
  switches: readonly number[],
  below: readonly Subtree[],
): Subtree[] {
  const groups = new Map<number, { switches: number[]; children: Subtree[] }>();
  const group = (root: number) => {
    const known = groups.get(root) ?? { switches: [], children: [] };
    groups.set(root, known);
    return known;
  };
  for (const child of below) group(find(parent, child.hosts[0] ?? child.switches[0])).children.push(child);
  for (const vertex of switches) group(find(parent, vertex)).switches.push(vertex);
  return [...groups.values()].map(({ switches: own, children }) => ({
    level,
    switches: own,
    children,
    hosts: children.flatMap((child) => child.hosts),
  }));
}

function linksByUpperLevel(network: Network, { level, levels }: TreeAddress): number[][] {
  const lists: number[][] = Array.from({ length: levels + 1 }, () => []);
  const { src, dst } = network.links;
  for (let link = 0; link < network.linkCount; link++) {
    const isWithinHost = level[src[link]] === 0 && level[dst[link]] === 0;
    if (isWithinHost || level[src[link]] < level[dst[link]]) lists[level[dst[link]]].push(link);
  }
  return lists;
}

function verticesByLevel({ level, index, sizes }: TreeAddress): number[][] {
  const lists: number[][] = sizes.map(() => []);
  for (let v = 0; v < level.length; v++) if (index[v] >= 0) lists[level[v]].push(v);
  return lists;
}

function find(parent: Int32Array, vertex: number): number {
  let at = vertex;
  while (parent[at] !== at) {
    parent[at] = parent[parent[at]];
    at = parent[at];
  }
  return at;
}

function union(parent: Int32Array, a: number, b: number): void {
  const [low, high] = [find(parent, a), find(parent, b)].sort((x, y) => x - y);
  parent[high] = low;
}
