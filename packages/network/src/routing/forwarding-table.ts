import { type LinkIndex, type Network, NONE, WeftError } from '@weft/model';
import type { ForwardingTable, Routing } from '../router.ts';

/** 1 GiB of links; larger machines need a router that computes its paths. */
const LARGEST_TABLE = 2 ** 28;

/** Which vertices pass traffic on: switches, NICs, and hosts cabled to other hosts (torus nodes). */
export function forwardingVertices(network: Network): Uint8Array {
  const { kind } = network.vertices;
  const host = kind.dictionary.indexOf('host');
  const forwards = new Uint8Array(network.vertexCount);
  for (let v = 0; v < network.vertexCount; v++) if (kind.codes[v] !== host) forwards[v] = 1;
  const { src, dst } = network.links;
  for (let link = 0; link < network.linkCount; link++) {
    if (kind.codes[src[link]] === host && kind.codes[dst[link]] === host) forwards[src[link]] = 1;
  }
  return forwards;
}

/** An empty table for all vertices but hosts with a single link, towards all hosts. */
export function createForwardingTable(network: Network, destinations = network.hosts): ForwardingTable {
  const row = new Int32Array(network.vertexCount).fill(NONE);
  let rows = 0;
  const forwards = forwardingVertices(network);
  for (let v = 0; v < network.vertexCount; v++) {
    if (forwards[v] === 1 || network.outOffsets[v + 1] - network.outOffsets[v] > 1) row[v] = rows++;
  }
  const columns = destinations.length;
  checkSize(rows, columns);
  const column = new Int32Array(network.vertexCount).fill(NONE);
  destinations.forEach((vertex, index) => {
    column[vertex] = index;
  });
  return { row, column, columns, links: new Int32Array(rows * columns).fill(NONE) };
}

function checkSize(rows: number, columns: number): void {
  if (rows * columns <= LARGEST_TABLE) return;
  throw new WeftError({
    code: 'ROUTING-TOO-LARGE',
    message: `a forwarding table of ${rows} vertices and ${columns} hosts has ${rows * columns} entries`,
    advice: 'Use d-mod-k, s-mod-k, dimension-order, minimal or valiant on an intact network of their family',
  });
}

export function tableRouting(network: Network, name: string, table: ForwardingTable): Routing {
  const { row, column, columns, links } = table;
  const { outOffsets, outLinks } = network;
  const nextLink = (vertex: number, dest: number): LinkIndex => {
    const at = row[vertex];
    if (at < 0) return outOffsets[vertex] < outOffsets[vertex + 1] ? outLinks[outOffsets[vertex]] : NONE;
    const to = column[dest];
    return to < 0 ? NONE : links[at * columns + to];
  };
  return { network, name, bySource: false, table, nextLink };
}
