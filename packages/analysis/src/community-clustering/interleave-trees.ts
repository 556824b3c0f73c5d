import type { CommunityTree } from './cluster-communities.ts';
import { createHeap, placeInHeap, removeFromHeap } from './gain-heap.ts';

/** Puts the merges of disjoint trees into one, the largest of their next gains first; returns their roots. */
export function interleaveTrees(
  tree: CommunityTree,
  parts: readonly CommunityTree[],
  members: readonly Int32Array[],
): Int32Array {
  const gains = new Float64Array(parts.length);
  const labels = new Int32Array(parts.length);
  const heap = createHeap(gains, labels);
  const firsts = parts.map(smallestMembers);
  const nodes = parts.map((part, c) => leafNodes(part, members[c]));
  const next = new Int32Array(parts.length);
  const offer = (c: number): void => {
    const step = next[c];
    if (step === parts[c].gains.length) removeFromHeap(heap, c);
    else {
      gains[c] = parts[c].gains[step];
      labels[c] = members[c][firsts[c][parts[c].left[step]]];
      placeInHeap(heap, c);
    }
  };
  for (let c = 0; c < parts.length; c++) offer(c);
  for (let made = 0; heap.size > 0; made++) {
    const c = heap.items[0];
    const part = parts[c];
    const step = next[c]++;
    tree.left[made] = nodes[c][part.left[step]];
    tree.right[made] = nodes[c][part.right[step]];
    tree.gains[made] = part.gains[step];
    nodes[c][part.vertices + step] = tree.vertices + made;
    offer(c);
  }
  return Int32Array.from(nodes, (ids) => ids[ids.length - 1]);
}

/** What each node of a part is called in the whole; merges are not yet known. */
function leafNodes(part: CommunityTree, members: Int32Array): Int32Array {
  const nodes = new Int32Array(part.vertices + part.left.length);
  nodes.set(members);
  return nodes;
}

/** Of each node of a tree; left children have the lower one. */
function smallestMembers({ vertices, left }: CommunityTree): Int32Array {
  const firsts = new Int32Array(vertices + left.length);
  for (let v = 0; v < vertices; v++) firsts[v] = v;
  for (let step = 0; step < left.length; step++) firsts[vertices + step] = firsts[left[step]];
  return firsts;
}
