import type { HiveNodes } from './hive-positions.ts';

/** Edges of a hive plot: one per sender, receiver and call. */
export interface HiveTraffic {
  readonly src: Int32Array;
  readonly dst: Int32Array;
  /** Number of the call. */
  readonly call: Int32Array;
  readonly messages: Float64Array;
  readonly bytes: Float64Array;
}

/** A hive plot whose marks are bins of ranks and whose curves are ribbons: the edges of a call between two bins. */
export interface HiveBins {
  /** Parts that an axis is cut into. */
  readonly size: number;
  readonly nodes: HiveNodes;
  /** Bin of each rank. */
  readonly bin: Int32Array;
  /** Ranks of each bin. */
  readonly ranks: Float64Array;
  readonly traffic: HiveTraffic;
  /** Edges of each ribbon. */
  readonly edges: Float64Array;
  /** Edges of the ribbons that are left out: those with the fewest. */
  readonly leftOut: number;
}

/** Ribbons that a screen still shows and a frame still draws. */
const MOST_RIBBONS = 30_000;

/** Cuts each axis into `bins` equal parts; parts without ranks are no bins. */
export function binHive(nodes: HiveNodes, traffic: HiveTraffic, bins: number): HiveBins {
  const { axis, position } = nodes;
  const cells = Int32Array.from(position, (place, rank) => {
    return axis[rank] * bins + Math.min(bins - 1, Math.floor(place * bins));
  });
  const used = [...new Set(cells)].sort((a, b) => a - b);
  const numbers = new Int32Array(3 * bins);
  used.forEach((cell, bin) => {
    numbers[cell] = bin;
  });
  const bin = cells.map((cell) => numbers[cell]);
  const ranks = new Float64Array(used.length);
  for (const one of bin) ranks[one]++;
  return {
    size: bins,
    nodes: {
      axis: Uint8Array.from(used, (cell) => Math.floor(cell / bins)),
      position: Float64Array.from(used, (cell) => ((cell % bins) + 0.5) / bins),
      lengths: nodes.lengths,
    },
    bin,
    ranks,
    ...sumRibbons(traffic, bin, used.length),
  };
}

function sumRibbons(
  { src, dst, call, messages, bytes }: HiveTraffic,
  bin: Int32Array,
  bins: number,
): Pick<HiveBins, 'traffic' | 'edges' | 'leftOut'> {
  const calls = call.reduce((most, one) => Math.max(most, one + 1), 1);
  const places = new Map<number, number>();
  const keys: number[] = [];
  const sums: { edges: number[]; messages: number[]; bytes: number[] } = {
    edges: [],
    messages: [],
    bytes: [],
  };
  for (let e = 0; e < src.length; e++) {
    const key = (bin[src[e]] * bins + bin[dst[e]]) * calls + call[e];
    let at = places.get(key);
    if (at === undefined) {
      at = keys.length;
      places.set(key, at);
      keys.push(key);
      sums.edges.push(0);
      sums.messages.push(0);
      sums.bytes.push(0);
    }
    sums.edges[at]++;
    sums.messages[at] += messages[e];
    sums.bytes[at] += bytes[e];
  }
  const order = keys.map((_, at) => at).sort((a, b) => sums.edges[b] - sums.edges[a] || keys[a] - keys[b]);
  const kept = order.slice(0, MOST_RIBBONS).sort((a, b) => keys[a] - keys[b]);
  const pair = (at: number): number => Math.floor(keys[at] / calls);
  return {
    traffic: {
      src: Int32Array.from(kept, (at) => Math.floor(pair(at) / bins)),
      dst: Int32Array.from(kept, (at) => pair(at) % bins),
      call: Int32Array.from(kept, (at) => keys[at] % calls),
      messages: Float64Array.from(kept, (at) => sums.messages[at]),
      bytes: Float64Array.from(kept, (at) => sums.bytes[at]),
    },
    edges: Float64Array.from(kept, (at) => sums.edges[at]),
    leftOut: order.slice(MOST_RIBBONS).reduce((sum, at) => sum + sums.edges[at], 0),
  };
}
