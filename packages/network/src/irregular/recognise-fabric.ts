import { type Network, NONE } from '@weft/model';
import type { MissingParts } from '../family.ts';
import { type Annotations, annotate, nameTreeLinks } from '../recognise/annotate.ts';
import { isSwitch, type LevelledTree, levelTree, rawLevels } from '../recognise/level-tree.ts';
import { peersOf } from '../recognise/simple-graph.ts';
import { recogniseNetwork } from '../registry.ts';
import { type Remainder, removeParts } from '../remove-parts.ts';
import { tellsRelations } from '../routing/relations.ts';
import { miswiredLinks } from './miswired-links.ts';
import { slowLinks } from './slow-links.ts';
import { type Irregularity, mode, treeIrregularities, usedPorts } from './tree-irregularities.ts';

/** What a measured fabric is: the family it belongs to, wholly or but for some parts, or a graph. */
export interface RecognisedFabric {
  readonly family: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The network with level, pod, bundle, coord, class and direction where they were found. */
  readonly network: Network;
  readonly missing: MissingParts | null;
  /** Levels where it is a tree of no family. */
  readonly levels: number;
  readonly irregularities: readonly Irregularity[];
}

/**
 * Recognises a fabric as it is found in a machine room: with hosts on upper switches, cables in wrong places and
 * parts missing. What does not fit is set aside, told of, and put back.
 */
export function recogniseFabric(network: Network): RecognisedFabric {
  // Autonomous systems are no machine, whatever their graph looks like.
  if (tellsRelations(network)) return { ...describe('graph', {}), network, irregularities: [] };
  const whole = recogniseNetwork(network).found;
  if (whole?.recognition.ok && !whole.recognition.missing) {
    const { params, network: found } = whole.recognition;
    return { ...describe(whole.family, params), network: found, irregularities: slowLinks(found) };
  }
  const links = miswiredLinks(network);
  const hosts = sideHosts(network, levelTree(removeParts(network, { links }).network));
  const set = [...miswired(network, links), ...sideHostsAt(network, hosts)];
  const core = removeParts(network, { links, hosts });
  const { found } = recogniseNetwork(core.network);
  const tree = levelTree(core.network);
  if (!found?.recognition.ok && !tree.ok) return asGraph(network);
  const annotated = found?.recognition.ok ? found.recognition.network : (tree as Levelled).network;
  const full = putBack(network, core, annotated);
  const facts = found?.recognition.ok
    ? describe(found.family, found.recognition.params, found.recognition.missing)
    : { ...describe('graph', {}), levels: (tree as Levelled).levels };
  const irregularities = [...set, ...partsOf(core, annotated), ...slowLinks(full)];
  return { ...facts, network: full, irregularities };
}

type Levelled = Extract<LevelledTree, { ok: true }>;

function describe(family: string, params: unknown, missing: MissingParts | null = null) {
  return { family, params: { ...(params as Record<string, unknown>) }, missing, levels: 0 };
}

function asGraph(network: Network): RecognisedFabric {
  const irregularities = [...unusedPorts(network), ...slowLinks(network)];
  return { ...describe('graph', {}), network, irregularities };
}

/** Hosts that are not where most are: on a switch that is no leaf of the tree, or with more than one cable. */
function sideHosts(network: Network, tree: LevelledTree): number[] {
  const level = tree.ok ? tree.network.vertices.level : rawLevels(network);
  return [...network.hosts].filter((host) => {
    const peers = peersOf(network, host);
    return peers.length !== 1 || level[peers[0]] !== 1;
  });
}

function miswired({ links }: Network, found: readonly number[]): Irregularity[] {
  return found.map((link) => ({
    kind: 'miswired-cable',
    vertex: links.src[link],
    port: links.src_port[link],
    peer: links.dst[link],
    peerPort: links.dst_port[link],
    count: 1,
    usual: 0,
  }));
}

function sideHostsAt(network: Network, hosts: readonly number[]): Irregularity[] {
  return hosts.map((host) => {
    const peers = peersOf(network, host);
    const link = network.outLinks[network.outOffsets[host]] ?? NONE;
    const port = link === NONE ? NONE : network.links.dst_port[link];
    return {
      kind: 'side-host',
      vertex: host,
      port: NONE,
      peer: peers[0] ?? NONE,
      peerPort: port,
      count: peers.length,
      usual: 1,
    };
  });
}

/** Irregularities of a tree without what was set aside, in the ids of the whole network. */
function partsOf({ vertexMap }: Remainder, core: Network): Irregularity[] {
  const before = new Int32Array(core.vertexCount);
  vertexMap.forEach((vertex, old) => {
    if (vertex !== NONE) before[vertex] = old;
  });
  return treeIrregularities(core, core.vertices.level).map((found) => ({
    ...found,
    vertex: before[found.vertex],
    peer: found.peer === NONE ? NONE : before[found.peer],
  }));
}

/** The annotations of the core on the whole network; hosts that were set aside follow their switch. */
function putBack(network: Network, { vertexMap }: Remainder, core: Network): Network {
  const { level, pod, bundle } = core.vertices;
  const carried = (column: Int32Array): Int32Array =>
    vertexMap.map((vertex) => (vertex === NONE ? NONE : column[vertex]));
  const columns = { level: carried(level), pod: carried(pod), bundle: carried(bundle) };
  for (const host of network.hosts) {
    if (vertexMap[host] !== NONE) continue;
    columns.level[host] = 0;
    columns.pod[host] = columns.pod[peersOf(network, host)[0]] ?? NONE;
  }
  const names: Annotations = nameTreeLinks(network, columns.level);
  return annotate(network, { ...columns, ...names });
}

/** In a graph of no known form: ports that most switches use and this one does not, where most switches are alike. */
function unusedPorts(network: Network): Irregularity[] {
  const switches = isSwitch(network);
  const cables = (vertex: number): number => peersOf(network, vertex).filter((peer) => switches[peer]).length;
  const counts = Array.from(network.switches, cables);
  if (counts.length < 3) return [];
  const usual = mode(counts);
  const alike = [...network.switches].filter((_, at) => counts[at] === usual);
  if (2 * alike.length <= counts.length) return [];
  const common = mode(alike.map((vertex) => [...usedPorts(network, vertex)].length));
  const template = usedPorts(network, alike.find((v) => usedPorts(network, v).size === common) ?? alike[0]);
  return [...network.switches].flatMap((vertex, at) => {
    if (counts[at] >= usual) return [];
    const own = usedPorts(network, vertex);
    return [...template]
      .filter((port) => !own.has(port))
      .map(
        (port): Irregularity => ({
          kind: 'unused-port',
          vertex,
          port,
          peer: NONE,
          peerPort: NONE,
          count: counts[at],
          usual,
        }),
      );
  });
}
