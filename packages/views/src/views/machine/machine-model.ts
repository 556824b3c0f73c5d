import {
  type Flights,
  indexHops,
  layerShares,
  messageBatch,
  planFlights,
  type RankHosts,
  rankHosts,
  sumTurningLayers,
  type TreeBlocks,
  turningLevel,
  uniformShares,
} from '@weft/analysis';
import type { TableColumns } from '@weft/model';
import { hopLimit, type Routing, tracePath } from '@weft/network';
import type { chooseRouting } from '../../kit/choose-routing.ts';
import type { DatasetInfo } from '../../workspace.ts';
import type { MachineData } from './machine-needs.ts';

/** The messages of a dataset on their way through its network. */
export interface Traffic {
  readonly flights: Flights;
  readonly messages: TableColumns<'messages'>;
  readonly hostOf: RankHosts;
  /** Turning layer of each flight; 0 where the network is no tree. */
  readonly layer: Uint8Array;
  /** Where the paths come from, for the reader. */
  readonly origin: string;
  /** The hops are those of a replay of a trace, not measured. */
  readonly replayed: boolean;
}

interface LayerShare {
  readonly layer: number;
  readonly messages: number;
  readonly share: number;
  /** The share if every host sent to every other equally often. */
  readonly uniform: number;
}

export interface LayerSummary {
  readonly layers: readonly LayerShare[];
  readonly mean: number;
  readonly messages: number;
  readonly local: number;
  readonly unplaced: number;
}

export function planTraffic(
  dataset: DatasetInfo,
  data: MachineData,
  tree: TreeBlocks | null,
  { routing, origin }: ReturnType<typeof chooseRouting>,
): Traffic | null {
  if (!data.messages || !data.ranks || data.messages.rows === 0) return null;
  const messages = data.messages.columns;
  const hostOf = rankHosts(data.ranks.columns);
  const batch = messageBatch(data.messages);
  const recorded = data.hops && {
    hops: indexHops(data.hops.columns, messages.id, linkLatency(dataset)),
    links: data.network.links,
  };
  const flights = planFlights(batch, messages.job, hostOf, vertexTracer(routing), recorded);
  const replayed = dataset.manifest.provenance.some(({ kind }) => kind === 'replay');
  return { flights, messages, hostOf, layer: flightLayers(flights, tree), origin, replayed };
}

/** Nanoseconds along a link, where the simulation says so; 0 = not known. */
function linkLatency({ manifest }: DatasetInfo): number {
  const [latency] = manifest.provenance
    .map(({ facts }) => facts.latency)
    .filter((value) => typeof value === 'number');
  return latency ?? 0;
}

export function summariseLayers(
  data: MachineData,
  tree: TreeBlocks | null,
  time: readonly [number, number] | null,
): LayerSummary | null {
  if (!tree || !data.messages || !data.ranks || data.messages.rows === 0) return null;
  const batch = messageBatch(data.messages);
  const sums = sumTurningLayers(
    tree,
    rankHosts(data.ranks.columns),
    { ...batch, job: data.messages.columns.job },
    time,
  );
  const shares = layerShares(sums.messages);
  const uniform = uniformShares(tree, data.network.hosts);
  const layers = Array.from({ length: tree.levels }, (_, i) => ({
    layer: i + 1,
    messages: sums.messages[i + 1],
    share: shares[i + 1],
    uniform: uniform[i + 1],
  }));
  return {
    layers,
    mean: sums.mean,
    messages: layers.reduce((sum, { messages }) => sum + messages, 0),
    local: sums.messages[0],
    unplaced: sums.unplaced,
  };
}

function vertexTracer(routing: Routing): (from: number, to: number) => Int32Array | null {
  const links = new Int32Array(Math.min(hopLimit(routing), 4096));
  const { dst } = routing.network.links;
  return (from, to) => {
    const hops = tracePath(routing, from, to, links);
    if (hops <= 0 || hops > links.length) return null;
    const vertices = new Int32Array(hops + 1);
    vertices[0] = from;
    for (let i = 0; i < hops; i++) vertices[i + 1] = dst[links[i]];
    return vertices;
  };
}

function flightLayers({ count, path, paths }: Flights, tree: TreeBlocks | null): Uint8Array {
  if (!tree) return new Uint8Array(count);
  const layerOfPath = new Uint8Array(paths.count);
  for (let p = 0; p < paths.count; p++) {
    const from = paths.vertices[paths.offsets[p]];
    const to = paths.vertices[paths.offsets[p + 1] - 1];
    layerOfPath[p] = Math.max(0, turningLevel(tree, from, to));
  }
  return Uint8Array.from(path, (p) => layerOfPath[p]);
}

export function kindOf({ kind }: TableColumns<'vertices'>, vertex: number): string {
  return kind.dictionary[kind.codes[vertex]] ?? 'vertex';
}
