import { listAt, type Network, NONE, textAt } from '@weft/model';
import { dimensionName } from '../families/grid.ts';

/** A torus or mesh by its coordinates. Nodes are numbered by them, the first dimension fastest. */
export interface TorusShape {
  /** a, b, c, ... */
  readonly names: readonly string[];
  readonly sizes: readonly number[];
  /** Nodes from one value of a dimension to the next. */
  readonly strides: readonly number[];
  /** Product of the sizes: holes count. */
  readonly nodeCount: number;
  /** Vertex at a node, -1 = a hole. */
  readonly vertexAt: Int32Array;
  /** Node of a vertex, -1 = it has no place. */
  readonly nodeOf: Int32Array;
  /** Link that leaves a node: by node * directions + 2 * dimension, + 1 for the negative direction; -1 = none. */
  readonly linkAt: Int32Array;
  /** Twice the number of dimensions. */
  readonly directions: number;
  /** Does any cable close the ring of a dimension? */
  readonly rings: readonly boolean[];
  readonly faults: TorusFaults;
}

/** What is there and has no place in the torus. */
interface TorusFaults {
  /** Coordinates without a vertex. */
  readonly holes: number;
  /** Vertices at coordinates that another one has. */
  readonly doubled: number;
  /** Links within the torus that are missing. */
  readonly missing: number;
  /** Links between nodes that are no neighbours by their coordinates. */
  readonly astray: number;
  /** Links named after another direction than their coordinates say. */
  readonly misnamed: number;
  /** Further links from a node in a direction that has one already. */
  readonly parallel: number;
  /** Links to I/O ports and hosts: they belong to no dimension. */
  readonly outside: number;
}

const known = new WeakMap<Network, TorusShape | null>();

/** Null where the vertices have no coordinates, or coordinates of different numbers of dimensions. */
export function torusShape(network: Network): TorusShape | null {
  const cached = known.get(network);
  if (cached !== undefined) return cached;
  const made = createShape(network);
  known.set(network, made);
  return made;
}

/** +a, -a, +b, ... */
export function directionName(shape: Pick<TorusShape, 'names'>, direction: number): string {
  return `${direction % 2 === 0 ? '+' : '−'}${shape.names[direction >> 1]}`;
}

export function nodeCoordinate(
  { sizes, strides }: Pick<TorusShape, 'sizes' | 'strides'>,
  node: number,
  dimension: number,
): number {
  return Math.floor(node / strides[dimension]) % sizes[dimension];
}

/** The node one step further along a dimension, round the ring. */
export function neighbourNode(
  shape: Pick<TorusShape, 'sizes' | 'strides'>,
  node: number,
  dimension: number,
  step: 1 | -1,
): number {
  const size = shape.sizes[dimension];
  const at = nodeCoordinate(shape, node, dimension);
  return node + (((at + step + size) % size) - at) * shape.strides[dimension];
}

/** More nodes than this are no torus but wrong coordinates. */
const MOST_NODES = 1 << 23;

function createShape(network: Network): TorusShape | null {
  const sizes = sizesOf(network);
  if (sizes === null) return null;
  const strides = sizes.map((_, dimension) => product(sizes.slice(0, dimension)));
  const nodeCount = product(sizes);
  if (nodeCount > MOST_NODES) return null;
  const { vertexAt, nodeOf, doubled } = placeVertices(network, strides, nodeCount);
  const directions = 2 * sizes.length;
  const linkAt = new Int32Array(nodeCount * directions).fill(NONE);
  const shape = { sizes, strides, nodeCount, vertexAt, nodeOf, linkAt, directions };
  const counts = placeLinks(network, shape);
  const rings = sizes.map((_, dimension) => isRing(shape, dimension));
  const holes = vertexAt.reduce((sum, vertex) => sum + Number(vertex === NONE), 0);
  const missing = countMissing(shape, rings);
  return {
    ...shape,
    names: sizes.map((_, dimension) => dimensionName(dimension)),
    rings,
    faults: { holes, doubled, missing, ...counts },
  };
}

function product(values: readonly number[]): number {
  return values.reduce((all, value) => all * value, 1);
}

function sizesOf({ vertices, vertexCount }: Network): number[] | null {
  const { offsets, values } = vertices.coord;
  let sizes: number[] | null = null;
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const length = offsets[vertex + 1] - offsets[vertex];
    if (length === 0) continue;
    sizes ??= new Array<number>(length).fill(1);
    if (length !== sizes.length) return null;
    for (let dimension = 0; dimension < length; dimension++) {
      const value = values[offsets[vertex] + dimension];
      if (value < 0) return null;
      if (value >= sizes[dimension]) sizes[dimension] = value + 1;
    }
  }
  return sizes;
}

function placeVertices({ vertices, vertexCount }: Network, strides: readonly number[], nodeCount: number) {
  const vertexAt = new Int32Array(nodeCount).fill(NONE);
  const nodeOf = new Int32Array(vertexCount).fill(NONE);
  let doubled = 0;
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const coord = listAt(vertices.coord, vertex);
    if (coord.length === 0) continue;
    let node = 0;
    for (let dimension = 0; dimension < coord.length; dimension++)
      node += coord[dimension] * strides[dimension];
    if (vertexAt[node] !== NONE) {
      doubled++;
      continue;
    }
    vertexAt[node] = vertex;
    nodeOf[vertex] = node;
  }
  return { vertexAt, nodeOf, doubled };
}

type Placed = Pick<
  TorusShape,
  'sizes' | 'strides' | 'nodeCount' | 'nodeOf' | 'vertexAt' | 'linkAt' | 'directions'
>;

/** By the coordinates of both ends; in a dimension of size 2 the name of the link tells its two cables apart. */
function placeLinks(network: Network, shape: Placed) {
  const { src, dst } = network.links;
  const { nodeOf, linkAt, directions } = shape;
  const named = namedDirections(network, directions);
  const counts = { astray: 0, misnamed: 0, parallel: 0, outside: 0 };
  const unsure: number[] = [];
  for (let link = 0; link < network.linkCount; link++) {
    const [from, to] = [nodeOf[src[link]], nodeOf[dst[link]]];
    if (from < 0 || to < 0) {
      counts.outside++;
      continue;
    }
    const found = directionBetween(shape, from, to);
    const name = named[network.links.direction.codes[link]] ?? NONE;
    if (found === NONE) counts.astray++;
    else if (shape.sizes[found >> 1] === 2 && name >> 1 !== found >> 1) unsure.push(link);
    else {
      const direction = shape.sizes[found >> 1] === 2 ? name : found;
      if (name !== NONE && name !== direction) counts.misnamed++;
      const slot = from * directions + direction;
      if (linkAt[slot] === NONE) linkAt[slot] = link;
      else counts.parallel++;
    }
  }
  for (const link of unsure) if (!placeCable(network, shape, link)) counts.parallel++;
  return counts;
}

/** A cable between two nodes of a ring of two that no name tells: the first goes + from 0, the second + from 1. */
function placeCable(network: Network, shape: Placed, link: number): boolean {
  const { nodeOf, linkAt, directions } = shape;
  const from = nodeOf[network.links.src[link]];
  const to = nodeOf[network.links.dst[link]];
  const dimension = directionBetween(shape, from, to) >> 1;
  const low = Math.min(from, to);
  const high = Math.max(from, to);
  const back = network.links.reverse[link];
  for (const [plus, minus] of [
    [low, high],
    [high, low],
  ]) {
    const slots = [plus * directions + 2 * dimension, minus * directions + 2 * dimension + 1];
    const own = from === plus ? 0 : 1;
    const other = linkAt[slots[1 - own]];
    if (linkAt[slots[own]] !== NONE || (other !== NONE && other !== back)) continue;
    linkAt[slots[own]] = link;
    return true;
  }
  return false;
}

/** By the codes of the column: 2 * dimension, + 1 for the negative direction. */
function namedDirections(network: Network, directions: number): number[] {
  return network.links.direction.dictionary.map((text) => {
    const match = /^([+-])([a-z])$/.exec(text);
    const direction = match ? 2 * (match[2].charCodeAt(0) - 97) + Number(match[1] === '-') : NONE;
    return direction < directions ? direction : NONE;
  });
}

/** The direction of one step between two nodes, -1 = they are no neighbours. In a ring of two it is the positive one. */
function directionBetween({ sizes, strides }: Placed, from: number, to: number): number {
  let found = NONE;
  for (let dimension = 0; dimension < sizes.length; dimension++) {
    const size = sizes[dimension];
    const step =
      (Math.floor(to / strides[dimension]) % size) - (Math.floor(from / strides[dimension]) % size);
    if (step === 0) continue;
    if (found !== NONE) return NONE;
    if (step === 1 || step === 1 - size) found = 2 * dimension;
    else if (step === -1 || step === size - 1) found = 2 * dimension + 1;
    else return NONE;
  }
  return found;
}

/** A link that closes the ring leaves the last node in the positive direction, or the first in the negative one. */
function isRing({ sizes, strides, nodeCount, linkAt, directions }: Placed, dimension: number): boolean {
  const size = sizes[dimension];
  for (let node = 0; node < nodeCount; node++) {
    const at = Math.floor(node / strides[dimension]) % size;
    if (at === size - 1 && linkAt[node * directions + 2 * dimension] !== NONE) return true;
    if (at === 0 && linkAt[node * directions + 2 * dimension + 1] !== NONE) return true;
  }
  return false;
}

/** Links between two nodes that are there; those of holes are missing with their node. */
function countMissing(shape: Placed, rings: readonly boolean[]): number {
  const { sizes, nodeCount, vertexAt, linkAt, directions } = shape;
  let missing = 0;
  for (let node = 0; node < nodeCount; node++) {
    if (vertexAt[node] === NONE) continue;
    for (let direction = 0; direction < directions; direction++) {
      if (linkAt[node * directions + direction] !== NONE) continue;
      const dimension = direction >> 1;
      const step = direction % 2 === 0 ? 1 : -1;
      const at = nodeCoordinate(shape, node, dimension);
      const closes = at === (step === 1 ? sizes[dimension] - 1 : 0);
      if (sizes[dimension] === 1 || (closes && !rings[dimension])) continue;
      if (vertexAt[neighbourNode(shape, node, dimension, step)] !== NONE) missing++;
    }
  }
  return missing;
}

/** In the words of a reader; empty where everything has its place. */
export function describeFaults({ faults }: TorusShape): string[] {
  const words: readonly (readonly [number, string, string])[] = [
    [faults.holes, 'place has no node', 'places have no node'],
    [faults.doubled, 'node shares its coordinates with another', 'nodes share their coordinates with others'],
    [faults.missing, 'link is missing', 'links are missing'],
    [
      faults.astray,
      'link joins no neighbours and is not drawn',
      'links join no neighbours and are not drawn',
    ],
    [faults.misnamed, 'link is named after another direction', 'links are named after another direction'],
    [faults.parallel, 'parallel link is not drawn', 'parallel links are not drawn'],
    [
      faults.outside,
      'link to a host or I/O node beside the torus is not drawn',
      'links to hosts or I/O nodes beside the torus are not drawn',
    ],
  ];
  return words.flatMap(([count, one, many]) =>
    count === 0 ? [] : [`${count.toLocaleString('en-US')} ${count === 1 ? one : many}`],
  );
}

/** `n5 (1, 1, 0)`: the name of the vertex and its coordinates. */
export function describeNode(network: Network, shape: TorusShape, node: number): string {
  const at = shape.sizes.map((_, dimension) => nodeCoordinate(shape, node, dimension)).join(', ');
  const vertex = shape.vertexAt[node];
  return vertex === NONE
    ? `no node (${at})`
    : `${textAt(network.vertices.name, vertex) ?? `node ${vertex}`} (${at})`;
}
