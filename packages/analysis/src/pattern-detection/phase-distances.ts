/** What a phase looks like to pattern detection. */
export interface PhaseProfile {
  /** Community of each rank. */
  readonly labels: Int32Array;
  /** Traffic, one entry per sender and receiver, sorted by (src, dst). */
  readonly src: Int32Array;
  readonly dst: Int32Array;
  readonly weight: Float64Array;
}

/**
 * How unlike two phases are, 0 .. 1 each way: the share of the traffic that is not common to both
 * (Bray-Curtis over sender-receiver pairs), or, where that is less, the larger of the share of ranks
 * that changed community and the share of traffic that is at other ranks. The first sees that the same
 * messages are sent again, the second that the same structure works with other partners.
 */
export function phaseDistances(profiles: readonly PhaseProfile[], differences: Float64Array): Float64Array {
  const size = profiles.length;
  const distances = new Float64Array(size * size);
  const loads = profiles.map(rankLoads);
  for (let i = 0; i < size; i++) {
    const ranks = profiles[i].labels.length;
    for (let j = 0; j < i; j++) {
      const edges = sameTraffic(profiles[i], profiles[j]) ? 0 : edgeDistance(profiles[i], profiles[j]);
      const moved = ranks > 0 ? differences[i * size + j] / (2 * ranks) : 0;
      const distance = edges === 0 ? 0 : Math.min(edges, Math.max(moved, loadDistance(loads[i], loads[j])));
      distances[i * size + j] = distance;
      distances[j * size + i] = distance;
    }
  }
  return distances;
}

function sameTraffic(a: PhaseProfile, b: PhaseProfile): boolean {
  return a.src === b.src && a.dst === b.dst && a.weight === b.weight;
}

function edgeDistance(a: PhaseProfile, b: PhaseProfile): number {
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

function rankLoads({ labels, src, dst, weight }: PhaseProfile): Float64Array {
  const loads = new Float64Array(labels.length);
  for (let e = 0; e < src.length; e++) {
    loads[src[e]] += weight[e];
    loads[dst[e]] += weight[e];
  }
  return loads;
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
