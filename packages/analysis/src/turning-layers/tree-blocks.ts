import { NONE } from '@weft/model';

/**
 * For each level l of a tree, the block every vertex lies in when all switches above l are taken away. Two hosts
 * share a block of level l exactly where some switch of level l or below reaches both.
 */
export interface TreeBlocks {
  readonly levels: number;
  /** blocks[l][vertex], l = 0 .. levels; NONE above level l. */
  readonly blocks: readonly Int32Array[];
}

export interface LeveledGraph {
  readonly level: Int32Array;
  readonly src: Int32Array;
  readonly dst: Int32Array;
}

/** Null where vertices have no levels: no tree, no layer to turn at. */
export function treeBlocks({ level, src, dst }: LeveledGraph): TreeBlocks | null {
  let levels = 0;
  for (let v = 0; v < level.length; v++) {
    if (level[v] < 0) return null;
    levels = Math.max(levels, level[v]);
  }
  if (levels === 0) return null;
  const parent = Int32Array.from(level, (_, vertex) => vertex);
  const blocks: Int32Array[] = [];
  for (let limit = 0; limit <= levels; limit++) {
    for (let link = 0; link < src.length; link++) {
      if (Math.max(level[src[link]], level[dst[link]]) === limit) join(parent, src[link], dst[link]);
    }
    blocks.push(Int32Array.from(parent, (_, v) => (level[v] <= limit ? root(parent, v) : NONE)));
  }
  return { levels, blocks };
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
