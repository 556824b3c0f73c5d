import type { Network } from '@weft/model';
import { type Recognition, refuse } from '../family.ts';
import { levelTree } from '../recognise/level-tree.ts';
import { componentsUpTo } from '../recognise/tree-parts.ts';

interface XgftShape {
  /** m_l: links down of a switch of level l, from level 1. */
  children: number[];
  /** w_l: links up of a vertex of level l - 1, from hosts. */
  parents: number[];
}

/**
 * A tree is an XGFT where all vertices of a level have the same number of links up and down, and positions
 * exist: walking down, the position of a vertex is the set of positions above it, and each part of the tree
 * up to a level has each position exactly once.
 */
export function recogniseXgft(network: Network): Recognition<XgftShape> {
  const tree = levelTree(network);
  if (!tree.ok) return tree;
  const { level } = tree.network.vertices;
  const fault = adjacencyFault(network, level);
  if (fault) return refuse(fault);
  const children: number[] = [];
  const parents: number[] = [];
  for (let l = 0; l <= tree.levels; l++) {
    const up = commonDegree(network, level, l, l + 1);
    const down = commonDegree(network, level, l, l - 1);
    if (up < 0 || down < 0)
      return refuse(`not all ${l === 0 ? 'hosts' : `switches of level ${l}`} have equal links`);
    if (l < tree.levels) parents.push(up);
    if (l > 0) children.push(down);
  }
  const placed = positionFault(network, level, tree.levels, parents);
  if (placed) return refuse(placed);
  return { ok: true, params: { children, parents }, network: tree.network };
}

function adjacencyFault(network: Network, level: Int32Array): string | null {
  const { src, dst } = network.links;
  if (level.some((value) => value < 0)) return 'the network is not in one piece';
  for (let link = 0; link < network.linkCount; link++) {
    if (Math.abs(level[src[link]] - level[dst[link]]) !== 1) {
      return `link ${link} joins levels ${level[src[link]]} and ${level[dst[link]]}`;
    }
  }
  return null;
}

function neighboursAt(network: Network, level: Int32Array, vertex: number, wanted: number): number[] {
  const found: number[] = [];
  for (let at = network.outOffsets[vertex]; at < network.outOffsets[vertex + 1]; at++) {
    const peer = network.links.dst[network.outLinks[at]];
    if (level[peer] === wanted) found.push(peer);
  }
  return found;
}

/** Links of each vertex of level `from` to level `to`, where the same for all and to different vertices; else -1. */
function commonDegree(network: Network, level: Int32Array, from: number, to: number): number {
  let common = -1;
  for (let vertex = 0; vertex < network.vertexCount; vertex++) {
    if (level[vertex] !== from) continue;
    const peers = neighboursAt(network, level, vertex, to);
    if (new Set(peers).size !== peers.length) return -1;
    if (common >= 0 && common !== peers.length) return -1;
    common = peers.length;
  }
  return common;
}

function positionFault(
  network: Network,
  level: Int32Array,
  top: number,
  parents: readonly number[],
): string | null {
  const position = new Int32Array(network.vertexCount).fill(-1);
  let count = 0;
  for (let v = 0; v < network.vertexCount; v++) if (level[v] === top) position[v] = count++;
  const expected = parents.reduce((product, w) => product * w, 1);
  if (count !== expected) return `${count} top switches, an XGFT with these links up has ${expected}`;
  for (let l = top - 1; l >= 0; l--) {
    const fault = placeLevel(network, level, l, position);
    if (fault) return fault;
  }
  return null;
}

function placeLevel(network: Network, level: Int32Array, l: number, position: Int32Array): string | null {
  const ids = new Map<string, number>();
  const owner = new Map<number, number>();
  const part = componentsUpTo(network, level, l);
  const taken = new Set<string>();
  for (let v = 0; v < network.vertexCount; v++) {
    if (level[v] !== l) continue;
    const above = neighboursAt(network, level, v, l + 1).map((peer) => position[peer]);
    const key = above.sort((a, b) => a - b).join(',');
    const id = ids.get(key) ?? ids.size;
    ids.set(key, id);
    position[v] = id;
    if (above.some((p) => (owner.get(p) ?? id) !== id))
      return `switches of level ${l} share only some links up`;
    for (const p of above) owner.set(p, id);
    const place = `${part[v]}/${id}`;
    if (taken.has(place)) return `two vertices of level ${l} in one part of the tree have the same links up`;
    taken.add(place);
  }
  return null;
}
