import { type Batch, type Network, NONE, type routes, type TableColumns, WeftError } from '@weft/model';
import type { ForwardingTable, Routing } from '../router.ts';
import { createForwardingTable, forwardingVertices, tableRouting } from './forwarding-table.ts';

/** Rows of one batch of `routesBatches`, about. */
const BATCH_ROWS = 2 ** 20;

/**
 * The `routes` table of a routing from time `epoch` on: one row for each vertex with a choice and each host it
 * has a path to. Routings by source have no such table.
 */
export function routesBatch(routing: Routing, epoch: number): Batch<typeof routes> {
  const vertices = tableVertices(routing);
  const rows = vertices.length * routing.network.hosts.length;
  if (rows <= 2 ** 28) return routesOf(routing, vertices, epoch);
  throw new WeftError({
    code: 'ROUTING-TOO-LARGE',
    message: `forwarding tables of ${rows} rows do not fit in memory`,
    advice: 'Take them in batches',
  });
}

/** The same in batches, some switches at a time, for machines of any size. */
export function* routesBatches(
  routing: Routing,
  epoch: number,
  rows = BATCH_ROWS,
): Generator<Batch<typeof routes>> {
  const vertices = tableVertices(routing);
  const step = Math.max(1, Math.floor(rows / Math.max(1, routing.network.hosts.length)));
  for (let from = 0; from < vertices.length; from += step) {
    yield routesOf(routing, vertices.subarray(from, from + step), epoch);
  }
}

function tableVertices({ network, name, bySource }: Routing): Int32Array {
  if (bySource) {
    throw new WeftError({
      code: 'ROUTING-BY-SOURCE',
      message: `${name} chooses by source, which forwarding tables by destination cannot say`,
    });
  }
  const forwards = forwardingVertices(network);
  return network.vertices.id.filter((vertex) => forwards[vertex] === 1 || linkCount(network, vertex) > 1);
}

function routesOf(routing: Routing, vertices: Int32Array, epoch: number): Batch<typeof routes> {
  const { network } = routing;
  const most = vertices.length * network.hosts.length;
  const columns = { switch: new Int32Array(most), dest: new Int32Array(most), port: new Int32Array(most) };
  let rows = 0;
  for (const vertex of vertices) {
    for (const dest of network.hosts) {
      const link = dest === vertex ? NONE : routing.nextLink(vertex, dest, vertex);
      if (link === NONE) continue;
      columns.switch[rows] = vertex;
      columns.dest[rows] = dest;
      columns.port[rows++] = portOf(network, link);
    }
  }
  return {
    rows,
    columns: {
      epoch: new Float64Array(rows).fill(epoch),
      switch: columns.switch.slice(0, rows),
      dest: columns.dest.slice(0, rows),
      port: columns.port.slice(0, rows),
    },
  };
}

function linkCount(network: Network, vertex: number): number {
  return network.outOffsets[vertex + 1] - network.outOffsets[vertex];
}

function portOf(network: Network, link: number): number {
  const port = network.links.src_port[link];
  if (port !== NONE) return port;
  throw new WeftError({
    code: 'PORT-UNKNOWN',
    message: `link ${link} leaves vertex ${network.links.src[link]} by no known port`,
    advice: 'Number the ports of the network to write forwarding tables',
  });
}

/**
 * Routing by tables that were read or simulated: of each switch the table with the latest epoch at or
 * before `time`, or its first one where all are later. Ports without a cable lead nowhere.
 */
export function routingFromRoutes(network: Network, columns: TableColumns<'routes'>, time: number): Routing {
  const valid = validEpochs(network, columns, time);
  const destinations = destinationsOf(network, columns.dest);
  const table = createForwardingTable(network, destinations);
  const link = linksByPort(network);
  for (let row = 0; row < columns.switch.length; row++) {
    const vertex = columns.switch[row];
    if (columns.epoch[row] !== valid[vertex] || table.row[vertex] < 0) continue;
    const at = table.row[vertex] * table.columns + table.column[columns.dest[row]];
    table.links[at] = link.get(portKey(vertex, columns.port[row])) ?? NONE;
  }
  sendHostsOut(network, table, valid);
  return tableRouting(network, 'routes', table);
}

/** Measured tables are those of switches: a host with several links sends by its first. */
function sendHostsOut(network: Network, { row, columns, links }: ForwardingTable, valid: Float64Array): void {
  for (const host of network.hosts) {
    if (row[host] < 0 || !Number.isNaN(valid[host])) continue;
    links.fill(network.outLinks[network.outOffsets[host]], row[host] * columns, (row[host] + 1) * columns);
  }
}

function validEpochs(
  network: Network,
  { epoch, switch: vertices }: TableColumns<'routes'>,
  time: number,
): Float64Array {
  const valid = new Float64Array(network.vertexCount).fill(Number.NaN);
  for (let row = 0; row < vertices.length; row++) {
    const vertex = vertices[row];
    const known = valid[vertex];
    const better =
      Number.isNaN(known) || (known > time ? epoch[row] < known : epoch[row] <= time && epoch[row] > known);
    if (better) valid[vertex] = epoch[row];
  }
  return valid;
}

/** Hosts, and whatever else the table names. */
function destinationsOf(network: Network, dest: Int32Array): Int32Array {
  const wanted = new Uint8Array(network.vertexCount);
  for (const host of network.hosts) wanted[host] = 1;
  for (const vertex of dest) wanted[vertex] = 1;
  return network.vertices.id.filter((vertex) => wanted[vertex] === 1);
}

function linksByPort(network: Network): Map<number, number> {
  const found = new Map<number, number>();
  const { src, src_port: port } = network.links;
  for (let link = 0; link < network.linkCount; link++) found.set(portKey(src[link], port[link]), link);
  return found;
}

function portKey(vertex: number, port: number): number {
  return vertex * 65_536 + port;
}
