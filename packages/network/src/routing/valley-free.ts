import { type Network, NONE } from '@weft/model';
import type { ForwardingTable, Router } from '../router.ts';
import { createForwardingTable, forwardingVertices, tableRouting } from './forwarding-table.ts';
import { relation, relationsOf, tellsRelations } from './relations.ts';

/**
 * Routing between networks by what they are to each other (Gao and Rexford, 2001): routes to customers are preferred to
 * those through peers, and these to those through providers; among equals the shortest. A network tells its peers and
 * providers of routes to its customers alone, so that no path goes down or across and then up again.
 */
export const valleyFree: Router = {
  name: 'valley-free',
  title: 'Between autonomous systems: customers before peers before providers',
  refuses: (network) => {
    if (!tellsRelations(network)) return 'its links do not tell who is the customer of whom';
    const silent = linkWithoutRelation(network);
    return silent === NONE ? null : `link ${silent} does not tell who is the customer of whom`;
  },
  route: (network) => tableRouting(network, 'valley-free', policyTable(network)),
};

function linkWithoutRelation(network: Network): number {
  const relations = relationsOf(network);
  const forwards = forwardingVertices(network);
  const { src, dst } = network.links;
  return relations.findIndex(
    (found, link) => found === NONE && forwards[src[link]] === 1 && forwards[dst[link]] === 1,
  );
}

/** The best known routes to one destination: the link each vertex takes, and how many follow in all. */
interface Routes {
  readonly next: Int32Array;
  readonly length: Int32Array;
}

function policyTable(network: Network): ForwardingTable {
  const table = createForwardingTable(network);
  const relations = relationsOf(network);
  const { vertexCount } = network;
  const routes = { next: new Int32Array(vertexCount), length: new Int32Array(vertexCount) };
  for (const dest of network.hosts) {
    routes.next.fill(NONE);
    routes.length.fill(NONE);
    routes.length[dest] = 0;
    const known = spread(network, relations, routes, [dest], [NONE, relation.customer]);
    const beside = tellPeers(network, relations, routes, known);
    spread(network, relations, routes, [...known, ...beside], [relation.provider]);
    for (let vertex = 0; vertex < vertexCount; vertex++) {
      const row = table.row[vertex];
      if (row >= 0) table.links[row * table.columns + table.column[dest]] = routes.next[vertex];
    }
  }
  return table;
}

/** Tells those who have no route yet along links of some relations, shortest routes first; returns who has one now. */
function spread(
  network: Network,
  relations: Int8Array,
  routes: Routes,
  from: readonly number[],
  along: readonly number[],
): number[] {
  const byLength: number[][] = [];
  const put = (vertex: number) => {
    const same = byLength[routes.length[vertex]];
    if (same) same.push(vertex);
    else byLength[routes.length[vertex]] = [vertex];
  };
  from.forEach(put);
  for (let length = 0; length < byLength.length; length++) {
    for (const vertex of byLength[length] ?? []) {
      eachInLink(network, vertex, (link, peer) => {
        if (routes.length[peer] === NONE && along.includes(relations[link])) {
          take(routes, peer, link, length + 1);
          put(peer);
        }
      });
    }
  }
  return byLength.flat();
}

/** Peers without a route of their own take the shortest to a customer that they are told of; returns who they are. */
function tellPeers(
  network: Network,
  relations: Int8Array,
  routes: Routes,
  known: readonly number[],
): number[] {
  const told = new Set<number>();
  for (const vertex of known) {
    eachInLink(network, vertex, (link, peer) => {
      if (relations[link] !== relation.peer || (routes.length[peer] !== NONE && !told.has(peer))) return;
      const length = routes.length[vertex] + 1;
      if (told.has(peer) && routes.length[peer] <= length) return;
      told.add(peer);
      take(routes, peer, link, length);
    });
  }
  return [...told];
}

function take({ next, length }: Routes, vertex: number, link: number, links: number): void {
  next[vertex] = link;
  length[vertex] = links;
}

function eachInLink(
  { inOffsets, inLinks, links }: Network,
  vertex: number,
  visit: (link: number, from: number) => void,
): void {
  for (let at = inOffsets[vertex]; at < inOffsets[vertex + 1]; at++) {
    visit(inLinks[at], links.src[inLinks[at]]);
  }
}
