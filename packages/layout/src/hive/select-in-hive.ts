import { binHive, type HiveTraffic } from './hive-bins.ts';
import { type HiveEdges, layoutHiveEdges } from './hive-edges.ts';
import type { HivePlot } from './layout-hive.ts';

/** What of a plot is selected. */
export interface HiveSelection {
  /** 1 at marks that are, or hold, a selected rank. */
  readonly marks: Uint8Array;
  /** The edges at selected ranks. */
  readonly edges: HiveEdges;
}

/** `traffic` is that of all ranks, `chosen` is 1 at selected ranks. */
export function selectInHive(plot: HivePlot, traffic: HiveTraffic, chosen: Uint8Array): HiveSelection {
  const marks = new Uint8Array(plot.marks.axis.length);
  chosen.forEach((one, rank) => {
    if (one === 1) marks[plot.bins ? plot.bins.bin[rank] : rank] = 1;
  });
  const part = edgesAt(traffic, chosen);
  if (!plot.bins) return { marks, edges: layoutHiveEdges(plot.nodes, part.src, part.dst) };
  const bins = binHive(plot.nodes, part, plot.bins.size);
  return { marks, edges: layoutHiveEdges(bins.nodes, bins.traffic.src, bins.traffic.dst, bins.edges) };
}

function edgesAt({ src, dst, call, messages, bytes }: HiveTraffic, chosen: Uint8Array): HiveTraffic {
  const kept = (_: number, e: number): boolean => chosen[src[e]] === 1 || chosen[dst[e]] === 1;
  return {
    src: src.filter(kept),
    dst: dst.filter(kept),
    call: call.filter(kept),
    messages: messages.filter(kept),
    bytes: bytes.filter(kept),
  };
}
