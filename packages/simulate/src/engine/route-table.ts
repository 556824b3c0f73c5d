import type { Network } from '@weft/model';
import type { Routing } from '@weft/network';

/** Entries beyond which asking the routing itself is cheaper than the memory. */
const MOST_ENTRIES = 8_000_000;
const ONE_LINK = -1;

/**
 * All next links of a routing in memory, as places among the links that leave a vertex, so that the table of a large
 * machine stays in the cache of the processor: ports[row[vertex] + column[host]].
 */
export interface RouteTable {
  readonly network: Network;
  /** -1 = the one link of the vertex, if it has one. */
  readonly row: Int32Array;
  readonly column: Int32Array;
  /** `none` = no path. */
  readonly ports: Uint8Array | Uint16Array;
  readonly none: number;
}

/** The table of a routing that does not look at sources, where it is not too large. */
export function routeTable(routing: Routing): RouteTable | null {
  const { network } = routing;
  const { vertexCount, hosts, outOffsets } = network;
  const row = new Int32Array(vertexCount).fill(ONE_LINK);
  let entries = 0;
  let widest = 0;
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const width = outOffsets[vertex + 1] - outOffsets[vertex];
    if (width <= 1) continue;
    row[vertex] = entries;
    entries += hosts.length;
    if (width > widest) widest = width;
  }
  if (routing.bySource || entries > MOST_ENTRIES || widest > 0xffff) return null;
  const column = new Int32Array(vertexCount).fill(-1);
  hosts.forEach((host, index) => {
    column[host] = index;
  });
  const ports = widest < 0xff ? new Uint8Array(entries) : new Uint16Array(entries);
  const none = widest < 0xff ? 0xff : 0xffff;
  fillPorts(routing, row, ports, none);
  return { network, row, column, ports, none };
}

function fillPorts(routing: Routing, row: Int32Array, ports: Uint8Array | Uint16Array, none: number): void {
  const { vertexCount, hosts, outOffsets, outLinks, linkCount } = routing.network;
  const port = new Int32Array(linkCount);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    for (let at = outOffsets[vertex]; at < outOffsets[vertex + 1]; at++) {
      port[outLinks[at]] = at - outOffsets[vertex];
    }
  }
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const first = row[vertex];
    if (first < 0) continue;
    for (let h = 0; h < hosts.length; h++) {
      const link = hosts[h] === vertex ? -1 : routing.nextLink(vertex, hosts[h], vertex);
      ports[first + h] = link < 0 ? none : port[link];
    }
  }
}

/** The same as asking the routing hop by hop. */
export function traceTable(table: RouteTable, src: number, dst: number, out: Int32Array): number {
  const { row, ports, none } = table;
  const { outOffsets, outLinks, links } = table.network;
  const ends = links.dst;
  const to = table.column[dst];
  let vertex = src;
  let hops = 0;
  while (vertex !== dst) {
    const at = row[vertex];
    const port = at >= 0 ? ports[at + to] : 0;
    const offset = outOffsets[vertex];
    if (port === none || hops === out.length) return -1;
    if (at < 0 && offset === outOffsets[vertex + 1]) return -1;
    const link = outLinks[offset + port];
    out[hops++] = link;
    vertex = ends[link];
  }
  return hops;
}
