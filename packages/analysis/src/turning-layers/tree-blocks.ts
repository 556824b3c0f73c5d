import { isLevelled, NONE } from '@weft/model';

/**
 * For each level l of a tree, the block every vertex lies in when all switches above l are taken away. Two hosts
 * share a block of level l exactly where some switch of level l or below reaches both.
 */
export interface TreeBlocks {
  readonly levels: number;
  /** blocks[l][vertex], l = 0 .. levels; NONE above level l. */
  readonly blocks: readonly Int32Array[];
}

interface LeveledGraph {
  readonly level: Int32Array;
  readonly src: Int32Array;
  readonly dst: Int32Array;
}

/** Null where vertices have no levels or links lead along them: no tree, no layer to turn at. */
export function treeBlocks({ level, src, dst }: LeveledGraph): TreeBlocks | null {
  const levels = treeLevels(level);
  if (levels === 0 || !isLevelled(level, src, dst)) return null;
  const parent = level.map((_, vertex) => vertex);
  const blocks: Int32Array[] = [];
  const { offsets, items } = linksByLevel({ level, src, dst }, levels);
  for (let limit = 0; limit <= levels; limit++) {
    for (let at = offsets[limit]; at < offsets[limit + 1]; at++) join(parent, src[items[at]], dst[items[at]]);
    blocks.push(level.map((own, v) => (own <= limit ? root(parent, v) : NONE)));
  }
  return { levels, blocks };
}

/** The highest level; 0 where some vertex has none. */
export function treeLevels(level: Int32Array): number {
  let levels = 0;
  for (let v = 0; v < level.length; v++) {
    if (level[v] < 0) return 0;
    if (level[v] > levels) levels = level[v];
  }
  return levels;
}

/** Links by the level of their upper end: items[offsets[l] .. offsets[l + 1]). */
function linksByLevel({ level, src, dst }: LeveledGraph, levels: number) {
  const offsets = new Int32Array(levels + 2);
  const upper = src.map((from, link) => Math.max(level[from], level[dst[link]]));
  for (let link = 0; link < upper.length; link++) offsets[upper[link] + 1]++;
  for (let l = 0; l <= levels; l++) offsets[l + 1] += offsets[l];
  const next = offsets.slice();
  const items = new Int32Array(src.length);
  for (let link = 0; link < upper.length; link++) items[next[upper[link]]++] = link;
  return { offsets, items };
}

/**
 * Shares of layers 1 .. levels if every host sent to every other equally often, [0] being 0: what traffic is
 * compared with.
 */
export function uniformShares({ levels, blocks }: TreeBlocks, hosts: Int32Array): Float64Array {
  const reached = blocks.map((block) => {
    const sizes = new Map<number, number>();
    for (const host of hosts) sizes.set(block[host], (sizes.get(block[host]) ?? 0) + 1);
    let pairs = 0;
    for (const size of sizes.values()) pairs += size * (size - 1);
    return pairs;
  });
  const all = reached[levels] || 1;
  return Float64Array.from(reached, (pairs, level) => (level === 0 ? 0 : (pairs - reached[level - 1]) / all));
}

/** The least level that joins two hosts: 0 for one and the same, NONE where nothing does (LANL-9). */
export function turningLevel({ levels, blocks }: TreeBlocks, a: number, b: number): number {
  if (a === b) return 0;
  for (let level = 0; level <= levels; level++) if (blocks[level][a] === blocks[level][b]) return level;
  return NONE;
}

function root(parent: Int32Array, vertex: number): number {
  let at = vertex;
  while (parent[at] !== at) {
    parent[at] = parent[parent[at]];
    at = parent[at];
  }
  return at;
}

function join(parent: Int32Array, a: number, b: number): void {
  const first = root(parent, a);
  const second = root(parent, b);
  if (first < second) parent[second] = first;
  else parent[first] = second;
}
