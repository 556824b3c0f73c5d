import { type Network, NONE, textAt } from '@weft/model';
import { type Recognition, refuse } from '../family.ts';
import { annotate, coordColumn, type LinkName, nameLinks } from '../recognise/annotate.ts';
import { hostsPerSwitch } from '../recognise/host-counts.ts';
import { isSwitch } from '../recognise/level-tree.ts';
import { type Factor, productFactors } from '../recognise/product-factors.ts';
import { peersOf, simpleGraph } from '../recognise/simple-graph.ts';
import { type Axis, toldAxes } from '../recognise/told-axes.ts';
import { dimensionName, type GridParams } from './grid.ts';

/** A ring of four is the same graph as a 2 x 2 mesh, and is taken as a ring. */
export function recogniseTorus(network: Network): Recognition<GridParams> {
  return recogniseGrid(network, (factors) => {
    const axes: Axis[] = [];
    const singles: Factor[] = [];
    for (const factor of factors) {
      if (factor.size === 2 && factor.cables === 1) {
        singles.push(factor);
        continue;
      }
      const ofTwo = factor.size === 2 && factor.cables === 2;
      const axis = ofTwo ? lineAxis(factor) : factor.cables === 1 ? ringAxis(factor) : null;
      if (axis === null) return 'a dimension is not a ring';
      axes.push(axis);
    }
    if (singles.length % 2 !== 0) return 'a dimension of two nodes has one cable, a ring of two has two';
    for (let i = 0; i < singles.length; i += 2) axes.push(ringOfFour(singles[i], singles[i + 1]));
    return axes;
  });
}

export function recogniseMesh(network: Network): Recognition<GridParams> {
  return recogniseGrid(network, (factors) => {
    const axes = factors.map((factor) => (factor.cables === 1 ? lineAxis(factor) : null));
    return axes.some((axis) => axis === null) ? 'a dimension is not a line' : (axes as Axis[]);
  });
}

function recogniseGrid(
  network: Network,
  toAxes: (factors: readonly Factor[]) => Axis[] | string,
): Recognition<GridParams> {
  const kind = gridNodes(network);
  if (typeof kind === 'string') return refuse(kind);
  const { nodes, io, hostsPerSwitch } = kind;
  if (nodes.length < 2) return refuse('fewer than two nodes');
  const factors = productFactors(simpleGraph(network, nodes));
  if (factors === null) return refuse('the nodes and their cables are not a product of dimensions');
  const axes = toAxes(factors);
  if (typeof axes === 'string') return refuse(axes);
  const taken = toldAxes(network, nodes, axes) ?? axes.toSorted((a, b) => b.size - a.size);
  return {
    ok: true,
    params: { sizes: taken.map((axis) => axis.size), io, hostsPerSwitch },
    network: annotateGrid(network, nodes, taken),
  };
}

interface GridNodes {
  readonly nodes: Int32Array;
  readonly io: boolean;
  readonly hostsPerSwitch: number;
}

/** Nodes are switches where these are cabled to each other, else hosts. */
function gridNodes(network: Network): GridNodes | string {
  const switched = network.switches.some((vertex) => peersOf(network, vertex).length > 1);
  if (!switched) {
    const io = ioPorts(network);
    return typeof io === 'string' ? io : { nodes: network.hosts, io, hostsPerSwitch: 0 };
  }
  const each = hostsPerSwitch(network, network.switches);
  return typeof each === 'string' ? each : { nodes: network.switches, io: false, hostsPerSwitch: each };
}

/** Switches may only be I/O ports: one for each host, or none at all. */
function ioPorts(network: Network): boolean | string {
  if (network.hosts.length + network.switches.length !== network.vertexCount) return 'there are NICs';
  const seen = new Set<number>();
  for (const vertex of network.switches) {
    const peers = peersOf(network, vertex);
    if (peers.length !== 1)
      return `switch ${vertex} has ${peers.length} cables: nodes of a grid connect directly`;
    seen.add(peers[0]);
  }
  if (seen.size !== network.switches.length) return 'a host has several I/O ports';
  if (seen.size !== 0 && seen.size !== network.hosts.length) return 'only some hosts have an I/O port';
  return seen.size > 0;
}

/** Positions along a line from one end, or null. */
function lineAxis({ size, coordinate, neighbours }: Factor): Axis | null {
  const end = neighbours.findIndex((around) => around.length === 1);
  if (end < 0 || neighbours.some((around) => around.length > 2)) return null;
  return walk(size, coordinate, neighbours, end);
}

function ringAxis({ size, coordinate, neighbours }: Factor): Axis | null {
  if (neighbours.some((around) => around.length !== 2)) return null;
  return walk(size, coordinate, neighbours, 0);
}

function walk(
  size: number,
  coordinate: Int32Array,
  neighbours: readonly (readonly number[])[],
  start: number,
): Axis | null {
  const position = new Int32Array(size).fill(NONE);
  let at: number | undefined = start;
  let count = 0;
  while (at !== undefined) {
    position[at] = count++;
    at = neighbours[at].find((next) => position[next] === NONE);
  }
  return count === size ? { size, position: coordinate.map((value) => position[value]) } : null;
}

function ringOfFour(first: Factor, second: Factor): Axis {
  const order = [0, 1, 3, 2];
  return {
    size: 4,
    position: first.coordinate.map((value, host) => order[2 * value + second.coordinate[host]]),
  };
}

function annotateGrid(network: Network, nodes: Int32Array, axes: readonly Axis[]): Network {
  const index = new Int32Array(network.vertexCount).fill(NONE);
  nodes.forEach((vertex, number) => {
    index[vertex] = number;
  });
  const coord = coordColumn(
    Array.from(index, (number) => (number < 0 ? [] : axes.map((axis) => axis.position[number]))),
  );
  const firstCable = new Map<number, number>();
  const name = (link: number): LinkName => nameGridLink(network, axes, index, firstCable, link);
  const names = nameLinks(network, name);
  const switched = nodes === network.switches;
  const level = switched ? { level: Int32Array.from(isSwitch(network)) } : {};
  return annotate(network, { coord, ...level, ...names });
}

/** Of the two cables of a ring of two, the first goes + from 0 and the second + from 1. */
function nameGridLink(
  network: Network,
  axes: readonly Axis[],
  index: Int32Array,
  firstCable: Map<number, number>,
  link: number,
): LinkName {
  const from = index[network.links.src[link]];
  const to = index[network.links.dst[link]];
  if (to < 0 || from < 0) return nameEdgeLink(network, link, to < 0);
  const dimension = axes.findIndex((axis) => axis.position[from] !== axis.position[to]);
  const { size, position } = axes[dimension];
  const letter = dimensionName(dimension);
  const named = (plus: boolean): LinkName => ({
    class: `dim ${letter}`,
    direction: `${plus ? '+' : '-'}${letter}`,
  });
  if (size > 2) return named(position[to] === (position[from] + 1) % size);
  const pair = dimension * index.length + (position[from] === 0 ? from : to);
  const cable = Math.min(link, network.links.reverse[link]);
  if (!firstCable.has(pair)) firstCable.set(pair, cable);
  const first = firstCable.get(pair) === cable;
  return named(first === (position[from] === 0));
}

/** Links of a grid to what is outside it: hosts of a switch, or the I/O port of a host. */
function nameEdgeLink(network: Network, link: number, outwards: boolean): LinkName {
  const outside = outwards ? network.links.dst[link] : network.links.src[link];
  const isHost = textAt(network.vertices.kind, outside) === 'host';
  if (isHost) return { class: 'host', direction: outwards ? 'down' : 'up' };
  return { class: 'io', direction: outwards ? 'io out' : 'io in' };
}
