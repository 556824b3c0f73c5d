import { binHive, type HiveBins, type HiveTraffic } from './hive-bins.ts';
import { type HiveEdges, layoutHiveEdges } from './hive-edges.ts';
import { type HiveNodes, type HiveRules, placeOnAxes } from './hive-positions.ts';

/** A hive plot, ready to be drawn. */
export interface HivePlot {
  /** Ranks on their axes. */
  readonly nodes: HiveNodes;
  /** What is drawn: ranks and edges, or bins and ribbons where there are too many. */
  readonly marks: HiveNodes;
  readonly traffic: HiveTraffic;
  readonly edges: HiveEdges;
  readonly bins: HiveBins | null;
  /** Ranks on each axis. */
  readonly counts: readonly [number, number, number];
}

interface HiveDetail {
  /** Ranks and edges that are drawn one by one. */
  readonly ranks: number;
  readonly edges: number;
  /** Bins of an axis beyond that. */
  readonly bins: number;
}

/** Detail of a plot that fills a panel, and of one among many. */
export const largeHive: HiveDetail = { ranks: 1000, edges: 20_000, bins: 150 };
export const smallHive: HiveDetail = { ranks: 1000, edges: 1500, bins: 60 };

export function layoutHive(
  values: Float64Array,
  traffic: HiveTraffic,
  rules: HiveRules,
  detail: HiveDetail,
  axis?: Uint8Array,
): HivePlot {
  const crowded = values.length > detail.ranks;
  // Marks pushed apart would lie evenly where they are too many to be seen one by one.
  const placed: HiveRules = crowded && rules.mode === 'repelled' ? { ...rules, mode: 'linear' } : rules;
  const nodes = placeOnAxes(values, placed, axis);
  const bins = crowded || traffic.src.length > detail.edges ? binHive(nodes, traffic, detail.bins) : null;
  const [marks, drawn] = bins ? [bins.nodes, bins.traffic] : [nodes, traffic];
  return {
    nodes,
    marks,
    traffic: drawn,
    edges: layoutHiveEdges(marks, drawn.src, drawn.dst, bins?.edges ?? null),
    bins,
    counts: countAxes(nodes.axis),
  };
}

function countAxes(axis: Uint8Array): [number, number, number] {
  const counts: [number, number, number] = [0, 0, 0];
  for (const one of axis) counts[one]++;
  return counts;
}
