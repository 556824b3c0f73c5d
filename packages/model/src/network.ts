import { Interner } from './batch.ts';
import type { Batch, TextColumn } from './table.ts';
import type { links, TableColumns, vertices } from './tables.ts';
import { type LinkIndex, NONE, type VertexIndex } from './units.ts';
import { WeftError } from './weft-error.ts';

export type VertexKind = 'host' | 'switch' | 'nic';

/** A measured, described or simulated network: the same thing. Vertex and link ids are row numbers. */
export interface Network {
  readonly vertexCount: number;
  readonly linkCount: number;
  readonly vertices: TableColumns<'vertices'>;
  readonly links: TableColumns<'links'>;
  /** Links leaving vertex v: outLinks[outOffsets[v] .. outOffsets[v + 1]), by src_port. */
  readonly outOffsets: Int32Array;
  readonly outLinks: Int32Array;
  /** Links entering vertex v, by dst_port. */
  readonly inOffsets: Int32Array;
  readonly inLinks: Int32Array;
  /** Host (and NIC-less end point) vertices in id order. */
  readonly hosts: Int32Array;
  readonly switches: Int32Array;
}

interface VertexSpec {
  readonly kind: VertexKind;
  readonly name?: string;
  readonly guid?: string;
  readonly level?: number;
  readonly pod?: number;
  readonly bundle?: number;
  readonly coord?: readonly number[];
}

interface CableSpec {
  readonly from: VertexIndex;
  readonly fromPort?: number;
  readonly to: VertexIndex;
  readonly toPort?: number;
  readonly class?: string;
  /** Direction of the link from -> to, and of its reverse. */
  readonly direction?: string;
  readonly reverseDirection?: string;
  readonly capacity?: number;
}

/** Cables, and vertices, of a network. So many take about 1.5 GB while it is built; the largest machines have a tenth of it. */
export const MOST_CABLES = 4_500_000;

/** Collects vertices and cables; `build` makes the Network. */
export class NetworkBuilder {
  private readonly kinds = new TextList();
  private readonly names = new TextList();
  private readonly guids = new TextList();
  private readonly levels: number[] = [];
  private readonly pods: number[] = [];
  private readonly bundles: number[] = [];
  private readonly coordOffsets: number[] = [0];
  private readonly coords: number[] = [];
  private readonly sources: number[] = [];
  private readonly sourcePorts: number[] = [];
  private readonly targets: number[] = [];
  private readonly targetPorts: number[] = [];
  private readonly reverses: number[] = [];
  private readonly classes = new TextList();
  private readonly directions = new TextList();
  private readonly capacities: number[] = [];
  private readonly most: number;

  /** Takes at most so many vertices, and as many cables. */
  constructor(most = MOST_CABLES) {
    this.most = most;
  }

  addVertex(spec: VertexSpec): VertexIndex {
    if (this.levels.length === this.most) throw tooLarge(this.most, 'vertices');
    this.kinds.push(spec.kind);
    this.names.push(spec.name ?? null);
    this.guids.push(spec.guid ?? null);
    this.levels.push(spec.level ?? NONE);
    this.pods.push(spec.pod ?? NONE);
    this.bundles.push(spec.bundle ?? NONE);
    for (const value of spec.coord ?? []) this.coords.push(value);
    this.coordOffsets.push(this.coords.length);
    return this.levels.length - 1;
  }

  /** Adds both directions; returns the id of the link from -> to, its reverse being the next id. */
  addCable(spec: CableSpec): LinkIndex {
    if (this.sources.length === 2 * this.most) throw tooLarge(this.most, 'cables');
    const id = this.sources.length;
    const capacity = spec.capacity ?? NONE;
    const kind = spec.class ?? null;
    this.pushLink(spec.from, spec.fromPort, spec.to, spec.toPort, id + 1);
    this.classes.push(kind);
    this.directions.push(spec.direction ?? null);
    this.capacities.push(capacity);
    this.pushLink(spec.to, spec.toPort, spec.from, spec.fromPort, id);
    this.classes.push(kind);
    this.directions.push(spec.reverseDirection ?? null);
    this.capacities.push(capacity);
    return id;
  }

  private pushLink(src: number, srcPort = NONE, dst: number, dstPort = NONE, reverse: number): void {
    this.sources.push(src);
    this.sourcePorts.push(srcPort);
    this.targets.push(dst);
    this.targetPorts.push(dstPort);
    this.reverses.push(reverse);
  }

  build(): Network {
    return createNetwork(
      {
        id: identity(this.levels.length),
        kind: this.kinds.column(),
        name: this.names.column(),
        guid: this.guids.column(),
        level: Int32Array.from(this.levels),
        pod: Int32Array.from(this.pods),
        bundle: Int32Array.from(this.bundles),
        coord: { offsets: Int32Array.from(this.coordOffsets), values: Int32Array.from(this.coords) },
      },
      {
        id: identity(this.sources.length),
        src: Int32Array.from(this.sources),
        src_port: Int32Array.from(this.sourcePorts),
        dst: Int32Array.from(this.targets),
        dst_port: Int32Array.from(this.targetPorts),
        reverse: Int32Array.from(this.reverses),
        class: this.classes.column(),
        direction: this.directions.column(),
        capacity: Float64Array.from(this.capacities),
      },
    );
  }
}

class TextList {
  private readonly interner = new Interner();
  private readonly codes: number[] = [];

  push(text: string | null): void {
    this.codes.push(this.interner.code(text));
  }

  column(): TextColumn {
    return { codes: Int32Array.from(this.codes), dictionary: this.interner.dictionary };
  }
}

/** Adds adjacency to the two tables; throws where ids are not row numbers or a link hangs loose. */
export function createNetwork(
  vertexColumns: TableColumns<'vertices'>,
  linkColumns: TableColumns<'links'>,
): Network {
  const vertexCount = vertexColumns.id.length;
  const linkCount = linkColumns.id.length;
  checkDense('vertices', vertexColumns.id);
  checkDense('links', linkColumns.id);
  checkEnds(linkColumns, vertexCount);
  const out = adjacency(linkColumns.src, linkColumns.src_port, vertexCount);
  const into = adjacency(linkColumns.dst, linkColumns.dst_port, vertexCount);
  return {
    vertexCount,
    linkCount,
    vertices: vertexColumns,
    links: linkColumns,
    outOffsets: out.offsets,
    outLinks: out.items,
    inOffsets: into.offsets,
    inLinks: into.items,
    hosts: verticesOfKind(vertexColumns.kind, 'host'),
    switches: verticesOfKind(vertexColumns.kind, 'switch'),
  };
}

export function networkTables(network: Network): {
  vertices: Batch<typeof vertices>;
  links: Batch<typeof links>;
} {
  return {
    vertices: { rows: network.vertexCount, columns: network.vertices },
    links: { rows: network.linkCount, columns: network.links },
  };
}

/** At most this share of the links between switches of a tree leads sideways: a wrong cable or two do not unmake it. */
const MOST_SIDEWAYS = 0.1;

/** Do links lead from level to level, as in a tree? Switches of a dragonfly have a level, but links among themselves. */
export function isLevelled(level: Int32Array, src: Int32Array, dst: Int32Array): boolean {
  let between = 0;
  let sideways = 0;
  for (let link = 0; link < src.length; link++) {
    const [from, to] = [level[src[link]], level[dst[link]]];
    if (from < 1 || to < 1) continue;
    between++;
    if (from === to) sideways++;
  }
  return sideways <= MOST_SIDEWAYS * between;
}

export function outLinksOf(network: Network, vertex: VertexIndex): Int32Array {
  return network.outLinks.subarray(network.outOffsets[vertex], network.outOffsets[vertex + 1]);
}

export function inLinksOf(network: Network, vertex: VertexIndex): Int32Array {
  return network.inLinks.subarray(network.inOffsets[vertex], network.inOffsets[vertex + 1]);
}

function verticesOfKind(kinds: TextColumn, kind: VertexKind): Int32Array {
  const code = kinds.dictionary.indexOf(kind);
  const found: number[] = [];
  for (let v = 0; v < kinds.codes.length; v++) if (kinds.codes[v] === code) found.push(v);
  return Int32Array.from(found);
}

function adjacency(
  ends: Int32Array,
  ports: Int32Array,
  vertexCount: number,
): { offsets: Int32Array; items: Int32Array } {
  const offsets = new Int32Array(vertexCount + 1);
  for (let link = 0; link < ends.length; link++) offsets[ends[link] + 1]++;
  for (let v = 0; v < vertexCount; v++) offsets[v + 1] += offsets[v];
  const items = new Int32Array(ends.length);
  const next = offsets.slice();
  for (let link = 0; link < ends.length; link++) {
    items[next[ends[link]]++] = link;
  }
  for (let v = 0; v < vertexCount; v++) sortByPort(items, offsets[v], offsets[v + 1], ports);
  return { offsets, items };
}

/** Links come by id, mostly by port, too, and few to a vertex: each moves down to its place. */
function sortByPort(items: Int32Array, from: number, to: number, ports: Int32Array): void {
  if (to - from > MOST_MOVED) {
    items.subarray(from, to).sort((a, b) => ports[a] - ports[b] || a - b);
    return;
  }
  for (let at = from + 1; at < to; at++) {
    const link = items[at];
    let place = at;
    for (; place > from && ports[items[place - 1]] > ports[link]; place--) items[place] = items[place - 1];
    items[place] = link;
  }
}

const MOST_MOVED = 256;

function checkDense(table: string, ids: Int32Array): void {
  let row = 0;
  while (row < ids.length && ids[row] === row) row++;
  if (row === ids.length) return;
  throw new WeftError({
    code: 'BAD-NETWORK',
    message: `${table}: row ${row} has id ${ids[row]}, ids must be 0 .. n-1 in order`,
  });
}

function checkEnds(linkColumns: TableColumns<'links'>, vertexCount: number): void {
  for (const name of ['src', 'dst'] as const) {
    const ends = linkColumns[name];
    let row = 0;
    while (row < ends.length && ends[row] >= 0 && ends[row] < vertexCount) row++;
    if (row === ends.length) continue;
    throw new WeftError({
      code: 'BAD-NETWORK',
      message: `link ${row}: ${name} is vertex ${ends[row]}, the network has ${vertexCount}`,
    });
  }
}

function identity(length: number): Int32Array {
  return Int32Array.from({ length }, (_, index) => index);
}

function tooLarge(most: number, what: string): WeftError {
  return new WeftError({
    code: 'NETWORK-TOO-LARGE',
    message: `a network may have at most ${most.toLocaleString('en-US')} ${what}; more would take gigabytes of memory`,
    advice: 'Use fewer ports, levels or hosts.',
  });
}
