import type { CommunityTree } from './cluster-communities.ts';

/** Communities of each vertex when `count` are wanted: the first n - count merges are made. Numbered by smallest member. */
export function cutCommunities(tree: CommunityTree, count: number): Int32Array {
  const n = tree.vertices;
  const merges = n - Math.min(Math.max(1, Math.floor(count)), n);
  const owner = new Int32Array(n + merges).fill(-1);
  for (let step = 0; step < merges; step++) {
    owner[tree.left[step]] = n + step;
    owner[tree.right[step]] = n + step;
  }
  for (let node = n + merges - 1; node >= 0; node--) {
    owner[node] = owner[node] < 0 ? node : owner[owner[node]];
  }
  return numberByFirst(owner.subarray(0, n));
}

/** Communities inside one community, cut into `count`; -1 outside of it. `node` is a node of the tree. */
export function cutCommunity(tree: CommunityTree, node: number, count: number): Int32Array {
  const n = tree.vertices;
  const parts = [node];
  while (parts.length < count) {
    // Nodes are numbered in the order of the merges: the last merge is undone first.
    const latest = parts.reduce((most, part, at) => (part > parts[most] ? at : most), 0);
    const merge = parts[latest] - n;
    if (merge < 0) break;
    parts.splice(latest, 1, tree.left[merge], tree.right[merge]);
  }
  const owner = new Int32Array(n).fill(-1);
  for (const part of parts) for (const leaf of leavesOf(tree, part)) owner[leaf] = part;
  return numberByFirst(owner);
}

/** The node of the tree that holds a vertex when `count` communities are wanted. */
export function communityNode(tree: CommunityTree, vertex: number, count: number): number {
  const n = tree.vertices;
  const merges = n - Math.min(Math.max(1, Math.floor(count)), n);
  let node = vertex;
  for (let step = 0; step < merges; step++) {
    if (tree.left[step] === node || tree.right[step] === node) node = n + step;
  }
  return node;
}

/** Leaves below a node, left to right. */
export function leavesOf(tree: CommunityTree, node: number): Int32Array {
  const leaves: number[] = [];
  const open = [node];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at < tree.vertices) leaves.push(at);
    else open.push(tree.right[at - tree.vertices], tree.left[at - tree.vertices]);
  }
  return Int32Array.from(leaves);
}

/** The same partition, communities numbered by their first vertex; -1 stays. */
export function numberByFirst(owner: Int32Array): Int32Array {
  let most = -1;
  for (const node of owner) if (node > most) most = node;
  const numbers = new Int32Array(most + 1).fill(-1);
  let count = 0;
  return owner.map((node) => {
    if (node < 0) return -1;
    if (numbers[node] < 0) numbers[node] = count++;
    return numbers[node];
  });
}
