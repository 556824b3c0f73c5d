import type { Network } from '@weft/model';
import { rankTree, type TreeRank } from './tree-rank.ts';

/** A tree regular enough to compute paths: the hosts below a vertex are an interval cut into equal slots. */
export interface TreeShape extends TreeRank {
  /** Hosts below vertex v: places low[v] .. high[v]. */
  readonly low: Int32Array;
  readonly high: Int32Array;
  /** Places below one slot of v. */
  readonly span: Int32Array;
  /** Links down to one slot. */
  readonly multiplicity: Int32Array;
  /** Divisor that picks among them. */
  readonly downStride: Float64Array;
  /** Links down of v by slot: downLinks[downStart[v] ..]; links up by port: upLinks[upStart[v] ..]. */
  readonly downStart: Int32Array;
  readonly downLinks: Int32Array;
  readonly upStart: Int32Array;
  readonly upLinks: Int32Array;
}

/** Null where the tree is not regular, e.g. after failures. */
export function regularTree(network: Network): TreeShape | null {
  const tree = rankTree(network);
  const low = new Int32Array(network.vertexCount);
  const high = new Int32Array(network.vertexCount);
  const span = new Int32Array(network.vertexCount);
  const multiplicity = new Int32Array(network.vertexCount).fill(1);
  const downStride = new Float64Array(network.vertexCount).fill(1);
  const { downStart, downLinks, upStart, upLinks } = splitLinks(network, tree);
  const shape = {
    ...tree,
    low,
    high,
    span,
    multiplicity,
    downStride,
    downStart,
    downLinks,
    upStart,
    upLinks,
  };
  const order = Int32Array.from(tree.rank.keys()).sort((a, b) => tree.rank[a] - tree.rank[b] || a - b);
  for (const vertex of order) {
    if (tree.rank[vertex] === 0) {
      low[vertex] = tree.place[vertex];
      high[vertex] = low[vertex] + 1;
    } else if (!measureSlots(network, shape, vertex)) return null;
    if (!upIsRegular(shape, vertex)) return null;
  }
  return coversAll(shape, network) ? shape : null;
}

function splitLinks(network: Network, { rank }: TreeRank) {
  const downStart = new Int32Array(network.vertexCount + 1);
  const upStart = new Int32Array(network.vertexCount + 1);
  const downLinks: number[] = [];
  const upLinks: number[] = [];
  for (let v = 0; v < network.vertexCount; v++) {
    for (let at = network.outOffsets[v]; at < network.outOffsets[v + 1]; at++) {
      const link = network.outLinks[at];
      if (rank[network.links.dst[link]] > rank[v]) upLinks.push(link);
      else downLinks.push(link);
    }
    downStart[v + 1] = downLinks.length;
    upStart[v + 1] = upLinks.length;
  }
  return { downStart, downLinks: Int32Array.from(downLinks), upStart, upLinks: Int32Array.from(upLinks) };
}

/** Sorts the links down by what is below them and checks that slots are equal and follow each other. */
function measureSlots(network: Network, shape: TreeShape, vertex: number): boolean {
  const { low, high, rank } = shape;
  const child = network.links.dst;
  const { src_port: port } = network.links;
  const links = shape.downLinks.subarray(shape.downStart[vertex], shape.downStart[vertex + 1]);
  if (links.length === 0) return false;
  links.sort((a, b) => low[child[a]] - low[child[b]] || port[a] - port[b] || a - b);
  const first = child[links[0]];
  const slot = high[first] - low[first];
  let each = 1;
  while (each < links.length && low[child[links[each]]] === low[first]) each++;
  if (links.length % each !== 0) return false;
  for (let i = 0; i < links.length; i++) {
    const at = child[links[i]];
    if (low[at] !== low[first] + Math.floor(i / each) * slot || high[at] - low[at] !== slot) return false;
    if (rank[at] !== rank[vertex] - 1) return false;
  }
  low[vertex] = low[first];
  high[vertex] = low[first] + (links.length / each) * slot;
  shape.span[vertex] = slot;
  shape.multiplicity[vertex] = each;
  shape.downStride[vertex] = downStride(
    shape,
    vertex,
    new Set(Array.from(links, (l) => child[l])).size,
    links.length,
  );
  return true;
}

/** Among several children with the same hosts the digit that chose the child on the way up decides; among parallel cables, that of the child. */
function downStride({ rank, stride }: TreeShape, vertex: number, children: number, links: number): number {
  return children === links ? stride[Math.max(0, rank[vertex] - 2)] : stride[rank[vertex] - 1];
}

function upIsRegular({ rank, width, upStart }: TreeShape, vertex: number): boolean {
  return upStart[vertex + 1] - upStart[vertex] === width[rank[vertex]];
}

/** Top switches must reach every host, and siblings the same set. */
function coversAll(shape: TreeShape, network: Network): boolean {
  const { rank, ranks, low, high } = shape;
  for (let v = 0; v < network.vertexCount; v++) {
    if (rank[v] === ranks - 1 && (low[v] !== 0 || high[v] !== network.hosts.length)) return false;
  }
  return true;
}
