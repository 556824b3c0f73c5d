import {
  createNetwork,
  type ListColumn,
  listAt,
  listColumn,
  type Network,
  NONE,
  type TextColumn,
  WeftError,
} from '@weft/model';

interface RemovedParts {
  /** A link takes its reverse along. */
  readonly links?: ArrayLike<number>;
  readonly switches?: ArrayLike<number>;
  readonly hosts?: ArrayLike<number>;
}

export interface Remainder {
  readonly network: Network;
  /** New id of each vertex and link of the network before; -1 = removed. */
  readonly vertexMap: Int32Array;
  readonly linkMap: Int32Array;
}

/** The network without some of its parts: a valid network again, with dense ids. Names, ports and levels stay. */
export function removeParts(network: Network, parts: RemovedParts): Remainder {
  const vertexGone = new Uint8Array(network.vertexCount);
  mark(vertexGone, parts.switches, 'switch');
  mark(vertexGone, parts.hosts, 'host');
  const linkGone = new Uint8Array(network.linkCount);
  mark(linkGone, parts.links, 'link');
  dropNics(network, vertexGone);
  const { src, dst, reverse } = network.links;
  for (let link = 0; link < network.linkCount; link++) {
    if (vertexGone[src[link]] || vertexGone[dst[link]]) linkGone[link] = 1;
    if (linkGone[link] === 1 && reverse[link] !== NONE) linkGone[reverse[link]] = 1;
  }
  const vertexMap = denseMap(vertexGone);
  const linkMap = denseMap(linkGone);
  return { network: keep(network, vertexMap, linkMap), vertexMap, linkMap };
}

function mark(gone: Uint8Array, ids: ArrayLike<number> | undefined, what: string): void {
  for (const id of Array.from(ids ?? [])) {
    if (id < 0 || id >= gone.length) {
      throw new WeftError({ code: 'NO-SUCH-PART', message: `there is no ${what} ${id} to remove` });
    }
    gone[id] = 1;
  }
}

/** A NIC goes with its host. */
function dropNics(network: Network, gone: Uint8Array): void {
  const { kind } = network.vertices;
  const nic = kind.dictionary.indexOf('nic');
  const host = kind.dictionary.indexOf('host');
  if (nic < 0) return;
  for (let link = 0; link < network.linkCount; link++) {
    const from = network.links.src[link];
    const to = network.links.dst[link];
    if (gone[from] === 1 && kind.codes[from] === host && kind.codes[to] === nic) gone[to] = 1;
  }
}

function denseMap(gone: Uint8Array): Int32Array {
  let next = 0;
  return Int32Array.from(gone, (flag) => (flag === 1 ? NONE : next++));
}

function keep(network: Network, vertexMap: Int32Array, linkMap: Int32Array): Network {
  const { vertices: v, links: l } = network;
  const oldVertices = kept(vertexMap);
  const oldLinks = kept(linkMap);
  const mapped = (column: Int32Array, map: Int32Array): Int32Array =>
    oldLinks.map((old) => (column[old] === NONE ? NONE : map[column[old]]));
  return createNetwork(
    {
      id: oldVertices.map((_, row) => row),
      kind: pickText(v.kind, oldVertices),
      name: pickText(v.name, oldVertices),
      guid: pickText(v.guid, oldVertices),
      level: pick(v.level, oldVertices),
      pod: pick(v.pod, oldVertices),
      bundle: pick(v.bundle, oldVertices),
      coord: pickLists(v.coord, oldVertices),
    },
    {
      id: oldLinks.map((_, row) => row),
      src: mapped(l.src, vertexMap),
      src_port: pick(l.src_port, oldLinks),
      dst: mapped(l.dst, vertexMap),
      dst_port: pick(l.dst_port, oldLinks),
      reverse: mapped(l.reverse, linkMap),
      class: pickText(l.class, oldLinks),
      direction: pickText(l.direction, oldLinks),
      capacity: Float64Array.from(oldLinks, (old) => l.capacity[old]),
    },
  );
}

function kept(map: Int32Array): Int32Array {
  const ids: number[] = [];
  map.forEach((value, old) => {
    if (value !== NONE) ids.push(old);
  });
  return Int32Array.from(ids);
}

function pick(column: Int32Array, rows: Int32Array): Int32Array {
  return rows.map((row) => column[row]);
}

function pickText({ codes, dictionary }: TextColumn, rows: Int32Array): TextColumn {
  return { codes: pick(codes, rows), dictionary };
}

function pickLists(column: ListColumn, rows: Int32Array): ListColumn {
  return listColumn(Array.from(rows, (row) => [...listAt(column, row)]));
}
