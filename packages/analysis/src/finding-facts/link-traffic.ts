import { type FrameOf, lowerBound, type Network } from '@weft/model';
import type { countersQuery, loadsQuery } from './traffic-queries.ts';
import type { Frames } from './whole-frame.ts';

/** What links carried. Step s covers edges[s] .. edges[s + 1]. */
export interface StepTraffic {
  readonly edges: Float64Array;
  /** Bytes of each link, or what else is counted. */
  readonly totals: Float64Array;
  /** The most bytes per second of each link in one step, and the step. */
  readonly peaks: Float64Array;
  readonly peakSteps: Int32Array;
  /** Bytes of all links in each step. */
  readonly steps: Float64Array;
}

export interface LinkTraffic extends StepTraffic {
  readonly network: Network;
  /** `B`, or packets, flits ... where bytes are not counted: then it is no share of a capacity. */
  readonly unit: string;
}

/** Each sample covers the time since the one before; the first covers one interval. */
export async function stepEdges(
  frames: Frames<{ readonly rows: number; readonly columns: { readonly time: Float64Array } }>,
  interval: number | null,
): Promise<Float64Array> {
  const seen = new Set<number>();
  for await (const { rows, columns } of frames) {
    let last = Number.NaN;
    for (let row = 0; row < rows; row++) {
      if (columns.time[row] === last) continue;
      last = columns.time[row];
      seen.add(last);
    }
  }
  const times = Float64Array.from(seen).sort();
  if (times.length === 0) return times;
  const edges = new Float64Array(times.length + 1);
  edges[0] = times[0] - (interval ?? (times.length > 1 ? times[1] - times[0] : 1));
  edges.set(times, 1);
  return edges;
}

type CounterFrame = FrameOf<ReturnType<typeof countersQuery>>;
type LoadFrame = FrameOf<ReturnType<typeof loadsQuery>>;
type VisitSample = (step: number, link: number, bytes: number) => void;

export async function sumCounters(
  network: Network,
  edges: Float64Array,
  frames: Frames<CounterFrame>,
  unit: string,
  also: VisitSample,
): Promise<LinkTraffic> {
  const sums = createSums(network, edges, unit);
  for await (const { rows, columns } of frames) {
    for (let row = 0; row < rows; row++) {
      const step = stepEndingAt(edges, columns.time[row]);
      addSample(sums, step, columns.link[row], columns.value[row]);
      also(step, columns.link[row], columns.value[row]);
    }
  }
  return sums;
}

/** The same from loads: those of several jobs on one link add up within a step. */
export async function sumLoads(
  network: Network,
  edges: Float64Array,
  frames: Frames<LoadFrame>,
): Promise<LinkTraffic> {
  const sums = createSums(network, edges, 'B');
  const cells = new Map<number, number>();
  for await (const { rows, columns } of frames) {
    for (let row = 0; row < rows; row++) {
      const cell = stepEndingAt(edges, columns.time[row]) * network.linkCount + columns.link[row];
      cells.set(cell, (cells.get(cell) ?? 0) + columns.bytes[row]);
    }
  }
  for (const [cell, bytes] of cells) {
    addSample(sums, Math.floor(cell / network.linkCount), cell % network.linkCount, bytes);
  }
  return sums;
}

function createSums(network: Network, edges: Float64Array, unit: string): LinkTraffic {
  return {
    network,
    unit,
    edges,
    totals: new Float64Array(network.linkCount),
    peaks: new Float64Array(network.linkCount),
    peakSteps: new Int32Array(network.linkCount),
    steps: new Float64Array(Math.max(0, edges.length - 1)),
  };
}

function addSample(
  { edges, totals, peaks, peakSteps, steps }: LinkTraffic,
  step: number,
  link: number,
  bytes: number,
): void {
  if (link < 0 || link >= totals.length) return;
  totals[link] += bytes;
  steps[step] += bytes;
  const rate = (bytes * 1e9) / (edges[step + 1] - edges[step]);
  if (rate <= peaks[link]) return;
  peaks[link] = rate;
  peakSteps[link] = step;
}

function stepEndingAt(edges: Float64Array, time: number): number {
  return lowerBound(edges, time) - 1;
}

/** Percent of its capacity that a link used in its busiest step; NaN where its capacity or bytes are not known. */
export function peakUtilisation(traffic: LinkTraffic, link: number): number {
  const { network, peaks } = traffic;
  const capacity = traffic.unit === 'B' ? network.links.capacity[link] : 0;
  return capacity > 0 ? (100 * peaks[link]) / capacity : Number.NaN;
}

/** The same over the whole run. */
export function meanUtilisation(traffic: LinkTraffic, link: number): number {
  const { network, totals, edges } = traffic;
  const capacity = traffic.unit === 'B' ? network.links.capacity[link] : 0;
  const seconds = (edges[edges.length - 1] - edges[0]) / 1e9;
  return capacity > 0 ? (100 * totals[link]) / (capacity * seconds) : Number.NaN;
}

export function knowsCapacities({ network, unit }: LinkTraffic): boolean {
  return unit === 'B' && network.linkCount > 0 && network.links.capacity.some((capacity) => capacity > 0);
}
