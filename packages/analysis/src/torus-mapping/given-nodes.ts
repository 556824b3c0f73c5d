import type { TableFrame } from '@weft/model';
import type { TorusShape } from '@weft/network';

/** Where the ranks of a job are: the node of each, -1 = none. */
export function givenNodes(
  { rows, columns }: TableFrame<'ranks', 'job' | 'rank' | 'host'>,
  { nodeOf }: TorusShape,
  job: number,
): Int32Array {
  const own = Array.from({ length: rows }, (_, row) => row).filter((row) => columns.job[row] === job);
  const nodes = new Int32Array(own.reduce((most, row) => Math.max(most, columns.rank[row] + 1), 0)).fill(-1);
  for (const row of own) nodes[columns.rank[row]] = nodeOf[columns.host[row]] ?? -1;
  return nodes;
}

/** So many ranks a node has to take: as many as it has now, and as all of them need. */
export function mostPerNode(nodes: Int32Array, nodeCount: number): number {
  const counts = new Int32Array(nodeCount);
  for (const node of nodes) if (node >= 0) counts[node]++;
  const spread = Math.ceil(nodes.length / Math.max(1, nodeCount));
  return counts.reduce((most, count) => Math.max(most, count), Math.max(1, spread));
}
