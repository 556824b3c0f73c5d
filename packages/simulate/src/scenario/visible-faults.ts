import { type LinkIndex, type Network, outLinksOf } from '@weft/model';
import { type Routing, removeParts } from '@weft/network';
import type { RoutingEpoch } from '../engine/fabric.ts';
import { type Faults, faultsError } from './faults.ts';

type Cable = Faults['missing'][number];

/** The link that a fault names. */
export function faultyLink(
  network: Network,
  { from, to, fromPort }: Cable,
  path: readonly (string | number)[],
  file?: string,
): LinkIndex {
  if (from >= network.vertexCount) throw faultsError([...path, 'from'], `there is no vertex ${from}`, file);
  const { dst, src_port } = network.links;
  const between = [...outLinksOf(network, from)].filter((link) => dst[link] === to);
  const found = between.find((link) => fromPort === undefined || src_port[link] === fromPort);
  if (found !== undefined) return found;
  const ports = between.map((link) => src_port[link]).join(', ');
  const known = between.length === 0 ? '' : `; the links between them leave ports ${ports}`;
  const port = fromPort === undefined ? '' : ` port ${fromPort}`;
  throw faultsError(path, `no link leads from vertex ${from}${port} to vertex ${to}${known}`, file);
}

/** A network with cables taken away. */
export function withoutCables(network: Network, missing: Faults['missing'], file?: string): Network {
  if (missing.length === 0) return network;
  const links = missing.map((cable, i) => faultyLink(network, cable, ['missing', i], file));
  return removeParts(network, { links }).network;
}

/** Tables in which all that goes up from a stuck switch leaves by its first up port. */
export function withStuckSwitches(
  epochs: readonly RoutingEpoch[],
  stuck: Faults['stuck'],
  file?: string,
): readonly RoutingEpoch[] {
  if (stuck.length === 0 || epochs.length === 0) return epochs;
  const { network } = epochs[0].routing;
  const firstUp = new Map(
    stuck.map((fault, i) => [fault.switch, firstUpLink(network, fault.switch, ['stuck', i, 'switch'], file)]),
  );
  return epochs.map(({ from, routing }) => ({ from, routing: stuckRouting(routing, firstUp) }));
}

function firstUpLink(
  network: Network,
  vertex: number,
  path: readonly (string | number)[],
  file?: string,
): LinkIndex {
  if (vertex >= network.vertexCount) throw faultsError(path, `there is no vertex ${vertex}`, file);
  const found = outLinksOf(network, vertex).find((link) => leadsUp(network, link));
  if (found !== undefined) return found;
  throw faultsError(path, `no link leads up from vertex ${vertex}`, file);
}

function leadsUp({ links, vertices }: Network, link: LinkIndex): boolean {
  return vertices.level[links.dst[link]] > vertices.level[links.src[link]];
}

function stuckRouting(routing: Routing, firstUp: ReadonlyMap<number, LinkIndex>): Routing {
  return {
    ...routing,
    table: null,
    nextLink(vertex, dest, source) {
      const link = routing.nextLink(vertex, dest, source);
      const first = firstUp.get(vertex);
      return first !== undefined && link >= 0 && leadsUp(routing.network, link) ? first : link;
    },
  };
}
