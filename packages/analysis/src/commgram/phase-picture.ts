import { NONE } from '@weft/model';
import { type CommunityTree, clusterCommunities } from '../community-clustering/cluster-communities.ts';
import { communityTree } from '../community-clustering/community-tree.ts';
import { buildGraph } from '../community-clustering/weighted-graph.ts';
import { type CrossingOrder, orderByTree } from '../crossing-order/order-by-tree.ts';
import { type TrafficProfile, trafficProfile } from '../pattern-detection/phase-distances.ts';
import { sortOrder } from '../radix-sort/radix-sort.ts';
import type { PhaseEdges } from './phase-edges.ts';

export type Weight = 'bytes' | 'messages';
/** `plain`: the rule of Clauset, Newman and Moore alone; `refined`: around a better partition where one is found. */
export type Clustering = 'refined' | 'plain';

/** Traffic of one phase, one entry per sender and receiver, sorted. */
export interface PhaseTraffic {
  readonly src: Int32Array;
  readonly dst: Int32Array;
  readonly bytes: Float64Array;
  readonly messages: Float64Array;
}

/** What a phase sends. */
export interface PhaseContent {
  readonly traffic: PhaseTraffic;
  readonly profile: TrafficProfile;
  readonly bytes: number;
  readonly messages: number;
}

/** Communities of a phase, however many are wanted, and the order in which they are drawn. */
export interface PhaseClustering {
  readonly tree: CommunityTree;
  readonly order: CrossingOrder;
}

/** A phase with what does not depend on the number of communities. */
export interface PhasePicture extends PhaseContent, PhaseClustering {}

export function readContent(traffic: PhaseTraffic, ranks: number, weight: Weight): PhaseContent {
  return {
    traffic,
    profile: trafficProfile(ranks, traffic.src, traffic.dst, phaseWeights(traffic, weight)),
    bytes: sum(traffic.bytes),
    messages: sum(traffic.messages),
  };
}

/** In two steps, each of tens of milliseconds at thousands of ranks. */
export function* clusterPhase(
  { profile }: PhaseContent,
  clustering: Clustering,
): Generator<void, PhaseClustering> {
  const { src, dst, weight, loads } = profile;
  const cluster = clustering === 'plain' ? clusterCommunities : communityTree;
  const tree = cluster(buildGraph(loads.length, src, dst, weight));
  yield;
  return { tree, order: orderByTree(tree, src, dst) };
}

/** Modularity of communities in the traffic of a phase. */
export function phaseModularity({
  labels,
  picture,
}: {
  readonly labels: Int32Array;
  readonly picture: PhasePicture;
}): number {
  const { src, dst, weight, loads } = picture.profile;
  const totals = new Float64Array(loads.length);
  let inside = 0;
  let all = 0;
  for (let rank = 0; rank < loads.length; rank++) {
    totals[labels[rank]] += loads[rank];
    all += loads[rank];
  }
  if (all === 0) return 0;
  for (let e = 0; e < src.length; e++) if (labels[src[e]] === labels[dst[e]]) inside += weight[e];
  return totals.reduce((value, total) => value - (total / all) ** 2, (2 * inside) / all);
}

/** Bytes between ranks that are known to be in one place: on one host, or one socket. */
export function bytesWithin({ src, dst, bytes }: PhaseTraffic, places: Int32Array): number {
  let within = 0;
  for (let e = 0; e < src.length; e++) {
    if (places[src[e]] !== NONE && places[src[e]] === places[dst[e]]) within += bytes[e];
  }
  return within;
}

export function sum(values: Float64Array): number {
  let total = 0;
  for (let i = 0; i < values.length; i++) total += values[i];
  return total;
}

/** A phase of empty messages only is clustered by their number. */
function phaseWeights(traffic: PhaseTraffic, weight: Weight): Float64Array {
  return weight === 'bytes' && traffic.bytes.some((bytes) => bytes > 0) ? traffic.bytes : traffic.messages;
}

/** Traffic of atoms [from, to) together: sender by sender, what each atom has of it is added up by receiver. */
export function joinAtoms(edges: PhaseEdges, from: number, to: number): PhaseTraffic {
  if (to - from === 1) return partOf(edges, edges.offsets[from], edges.offsets[to]);
  const most = edges.offsets[to] - edges.offsets[from];
  const joined = {
    src: new Int32Array(most),
    dst: new Int32Array(most),
    bytes: new Float64Array(most),
    messages: new Float64Array(most),
  };
  const next = edges.offsets.slice(from, to);
  const places = new Int32Array(edges.ranks).fill(-1);
  let size = 0;
  for (let src = 0; src < edges.ranks; src++) {
    const first = size;
    for (let atom = from; atom < to; atom++) {
      const end = edges.offsets[atom + 1];
      let e = next[atom - from];
      for (; e < end && edges.src[e] === src; e++) {
        const dst = edges.dst[e];
        if (places[dst] < 0) {
          places[dst] = size;
          joined.src[size] = src;
          joined.dst[size++] = dst;
        }
        joined.bytes[places[dst]] += edges.bytes[e];
        joined.messages[places[dst]] += edges.messages[e];
      }
      next[atom - from] = e;
    }
    for (let at = first; at < size; at++) places[joined.dst[at]] = -1;
    sortReceivers(partOf(joined, first, size));
  }
  return partOf(joined, 0, size);
}

/** Lists up to this length are sorted by insertion. */
const INSERTION_SORT_LENGTH = 64;

function sortReceivers({ dst, bytes, messages }: PhaseTraffic): void {
  if (dst.length > INSERTION_SORT_LENGTH) {
    const order = sortOrder(Float64Array.from(dst));
    for (const column of [dst, bytes, messages]) {
      const old = column.slice();
      for (let i = 0; i < order.length; i++) column[i] = old[order[i]];
    }
    return;
  }
  for (let i = 1; i < dst.length; i++) {
    const [receiver, size, count] = [dst[i], bytes[i], messages[i]];
    let at = i;
    for (; at > 0 && dst[at - 1] > receiver; at--) {
      dst[at] = dst[at - 1];
      bytes[at] = bytes[at - 1];
      messages[at] = messages[at - 1];
    }
    dst[at] = receiver;
    bytes[at] = size;
    messages[at] = count;
  }
}

function partOf({ src, dst, bytes, messages }: PhaseTraffic, from: number, to: number): PhaseTraffic {
  return {
    src: src.subarray(from, to),
    dst: dst.subarray(from, to),
    bytes: bytes.subarray(from, to),
    messages: messages.subarray(from, to),
  };
}

export function sameTraffic(a: PhaseTraffic, b: PhaseTraffic): boolean {
  const columns = ['src', 'dst', 'bytes', 'messages'] as const;
  return (
    a.src.length === b.src.length &&
    columns.every((name) => {
      const x = a[name];
      const y = b[name];
      for (let i = 0; i < x.length; i++) if (x[i] !== y[i]) return false;
      return true;
    })
  );
}
