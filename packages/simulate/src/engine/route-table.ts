import type { Routing } from '@weft/network';

/** Entries beyond which asking the routing itself is cheaper than the memory. */
const MOST_ENTRIES = 8_000_000;

/** All next links of a routing at hand: links[row[vertex] + column[host]]; a row of -2 - link means that link alone. */
export interface RouteTable {
  readonly row: Int32Array;
  readonly column: Int32Array;
  readonly links: Int32Array;
}

/** The table of a routing that does not look at sources, where it is not too large. */
export function routeTable(routing: Routing): RouteTable | null {
  const { vertexCount, hosts, outOffsets, outLinks } = routing.network;
  const forwarding = (vertex: number) => outOffsets[vertex + 1] - outOffsets[vertex] > 1;
  const rows = Array.from({ length: vertexCount }, (_, vertex) => vertex).filter(forwarding);
  if (routing.bySource || (rows.length + 1) * hosts.length > MOST_ENTRIES) return null;
  const column = new Int32Array(vertexCount).fill(-1);
  hosts.forEach((host, index) => {
    column[host] = index;
  });
  const row = Int32Array.from({ length: vertexCount }, (_, vertex) =>
    outOffsets[vertex] < outOffsets[vertex + 1] ? -2 - outLinks[outOffsets[vertex]] : -1,
  );
  const links = new Int32Array(rows.length * hosts.length);
  rows.forEach((vertex, index) => {
    row[vertex] = index * hosts.length;
    for (let h = 0; h < hosts.length; h++) {
      const host = hosts[h];
      links[index * hosts.length + h] = host === vertex ? -1 : routing.nextLink(vertex, host, vertex);
    }
  });
  return { row, column, links };
}

/** The same as asking the routing hop by hop. */
export function traceTable(
  { row, column, links }: RouteTable,
  ends: Int32Array,
  src: number,
  dst: number,
  out: Int32Array,
): number {
  const to = column[dst];
  let vertex = src;
  let hops = 0;
  while (vertex !== dst) {
    const at = row[vertex];
    const link = at >= 0 ? links[at + to] : -2 - at;
    if (link < 0 || hops === out.length) return -1;
    out[hops++] = link;
    vertex = ends[link];
  }
  return hops;
}
