import type { CommunityTree } from '../community-clustering/cluster-communities.ts';
import { communityTree } from '../community-clustering/community-tree.ts';
import { buildGraph } from '../community-clustering/weighted-graph.ts';
import { type CrossingOrder, orderByTree } from '../crossing-order/order-by-tree.ts';
import { type TrafficProfile, trafficProfile } from '../pattern-detection/phase-distances.ts';
import type { PhaseEdges } from './phase-edges.ts';

export type Weight = 'bytes' | 'messages';

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

export function clusterPhase({ profile }: PhaseContent): PhaseClustering {
  const { src, dst, weight, loads } = profile;
  const tree = communityTree(buildGraph(loads.length, src, dst, weight));
  return { tree, order: orderByTree(tree, src, dst) };
}

/** Modularity of communities in the traffic of a phase. */
export function phaseModularity({ src, dst, weight, loads }: TrafficProfile, labels: Int32Array): number {
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

export function sum(values: Float64Array): number {
  let total = 0;
  for (let i = 0; i < values.length; i++) total += values[i];
  return total;
}

/** A phase of empty messages only is clustered by their number. */
function phaseWeights(traffic: PhaseTraffic, weight: Weight): Float64Array {
  return weight === 'bytes' && traffic.bytes.some((bytes) => bytes > 0) ? traffic.bytes : traffic.messages;
}

/** Traffic of atoms [from, to) together. */
export function joinAtoms(edges: PhaseEdges, from: number, to: number): PhaseTraffic {
  if (to - from === 1) return atomTraffic(edges, from);
  const middle = (from + to) >> 1;
  return addTraffic(joinAtoms(edges, from, middle), joinAtoms(edges, middle, to));
}

function atomTraffic({ offsets, src, dst, bytes, messages }: PhaseEdges, atom: number): PhaseTraffic {
  const from = offsets[atom];
  const to = offsets[atom + 1];
  return {
    src: src.subarray(from, to),
    dst: dst.subarray(from, to),
    bytes: bytes.subarray(from, to),
    messages: messages.subarray(from, to),
  };
}

function addTraffic(a: PhaseTraffic, b: PhaseTraffic): PhaseTraffic {
  const most = a.src.length + b.src.length;
  const src = new Int32Array(most);
  const dst = new Int32Array(most);
  const bytes = new Float64Array(most);
  const messages = new Float64Array(most);
  let size = 0;
  for (let i = 0, j = 0; i < a.src.length || j < b.src.length; size++) {
    const order =
      i === a.src.length ? 1 : j === b.src.length ? -1 : a.src[i] - b.src[j] || a.dst[i] - b.dst[j];
    src[size] = order <= 0 ? a.src[i] : b.src[j];
    dst[size] = order <= 0 ? a.dst[i] : b.dst[j];
    if (order <= 0) {
      bytes[size] += a.bytes[i];
      messages[size] += a.messages[i++];
    }
    if (order >= 0) {
      bytes[size] += b.bytes[j];
      messages[size] += b.messages[j++];
    }
  }
  return {
    src: src.subarray(0, size),
    dst: dst.subarray(0, size),
    bytes: bytes.subarray(0, size),
    messages: messages.subarray(0, size),
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
