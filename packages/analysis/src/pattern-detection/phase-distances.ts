/** Traffic of a phase, one entry per sender and receiver, sorted by (src, dst). */
export interface TrafficProfile {
  readonly src: Int32Array;
  readonly dst: Int32Array;
  readonly weight: Float64Array;
  /** Traffic sent and received by each rank. */
  readonly loads: Float64Array;
}

export function trafficProfile(
  ranks: number,
  src: Int32Array,
  dst: Int32Array,
  weight: Float64Array,
): TrafficProfile {
  const loads = new Float64Array(ranks);
  for (let e = 0; e < src.length; e++) {
    loads[src[e]] += weight[e];
    loads[dst[e]] += weight[e];
  }
  return { src, dst, weight, loads };
}

interface TrafficDistance {
  /** Share of the traffic, 0 .. 1, that is not common to both: Bray-Curtis over sender-receiver pairs. */
  readonly pairs: number;
  /** The share of the traffic that is not common to both, compared rank by rank. */
  readonly ranks: number;
}

export type TrafficCompare = (a: TrafficProfile, b: TrafficProfile) => TrafficDistance;

function trafficDistance(a: TrafficProfile, b: TrafficProfile): TrafficDistance {
  return a === b
    ? { pairs: 0, ranks: 0 }
    : { pairs: edgeDistance(a, b), ranks: loadDistance(a.loads, b.loads) };
}

/**
 * How unlike two phases are, 0 .. 1: the share of the traffic that is not common to both, or, where that
 * is less, the larger of the share of ranks that changed community and the share of traffic that is at
 * other ranks. The first sees that the same messages are sent again, the second that the same structure
 * works with other partners. `differences` are those of the partitions; without them traffic alone counts.
 */
export function phaseDistances(
  profiles: readonly TrafficProfile[],
  differences: Float64Array | null,
  compare: TrafficCompare = trafficDistance,
): Float64Array {
  const size = profiles.length;
  const distances = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    const ranks = profiles[i].loads.length;
    for (let j = 0; j < i; j++) {
      const traffic = compare(profiles[i], profiles[j]);
      const moved = differences ? differences[i * size + j] / Math.max(1, 2 * ranks) : 1;
      const distance = Math.min(traffic.pairs, Math.max(moved, traffic.ranks));
      distances[i * size + j] = distance;
      distances[j * size + i] = distance;
    }
  }
  return distances;
}

/** Remembers what it has compared; profiles must not change. */
export function rememberDistances(): TrafficCompare {
  const known = new WeakMap<TrafficProfile, WeakMap<TrafficProfile, TrafficDistance>>();
  return (a, b) => {
    const row = known.get(a) ?? new WeakMap<TrafficProfile, TrafficDistance>();
    known.set(a, row);
    const distance = row.get(b) ?? trafficDistance(a, b);
    row.set(b, distance);
    return distance;
  };
}

function edgeDistance(a: TrafficProfile, b: TrafficProfile): number {
  let apart = 0;
  let total = 0;
  let i = 0;
  let j = 0;
  while (i < a.src.length || j < b.src.length) {
    const order =
      i === a.src.length ? 1 : j === b.src.length ? -1 : a.src[i] - b.src[j] || a.dst[i] - b.dst[j];
    const x = order <= 0 ? a.weight[i++] : 0;
    const y = order >= 0 ? b.weight[j++] : 0;
    apart += Math.abs(x - y);
    total += x + y;
  }
  return total > 0 ? apart / total : 0;
}

function loadDistance(a: Float64Array, b: Float64Array): number {
  let apart = 0;
  let total = 0;
  for (let rank = 0; rank < a.length; rank++) {
    apart += Math.abs(a[rank] - b[rank]);
    total += a[rank] + b[rank];
  }
  return total > 0 ? apart / total : 0;
}
