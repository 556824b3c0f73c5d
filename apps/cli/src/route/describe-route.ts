import { type Network, textAt } from '@weft/model';
import { type FollowedRoute, vertexName } from '@weft/network';
import { alignColumns } from '../align-columns.ts';

/** A route as plain data: each hop is a vertex, the port it sends out of, and the link that leaves there. */
export function describeRoute(
  network: Network,
  from: number,
  to: number,
  routing: string,
  route: FollowedRoute,
) {
  const { links, vertices } = network;
  const hops = route.links.map((link) => ({
    vertex: vertexName(network, links.src[link]),
    guid: textAt(vertices.guid, links.src[link]),
    out_port: links.src_port[link],
    link,
    to: vertexName(network, links.dst[link]),
    in_port: links.dst_port[link],
    class: textAt(links.class, link),
    direction: textAt(links.direction, link),
  }));
  const switches = route.links.filter((link) => textAt(vertices.kind, links.dst[link]) === 'switch').length;
  return {
    from: vertexName(network, from),
    to: vertexName(network, to),
    routing,
    status: route.status,
    links: hops.length,
    switches,
    hops,
  };
}

export type RouteDescription = ReturnType<typeof describeRoute>;

const ENDS: Readonly<Record<FollowedRoute['status'], string>> = {
  ok: '',
  'no-route': ', then no route: the last switch has no port for this destination, or no cable at it',
  loop: ', then a loop: the last switch was passed before',
};

export function formatRoute(route: RouteDescription): string {
  const port = (value: number): string => (value < 0 ? '' : `port ${value}`);
  const rows = route.hops.map((hop) => [
    hop.vertex,
    port(hop.out_port),
    '→',
    hop.to,
    port(hop.in_port),
    [hop.class, hop.direction].filter(Boolean).join(' '),
  ]);
  const title = `${route.from} to ${route.to}: ${route.links} links, ${route.switches} switches (${route.routing})`;
  return [`${title}${ENDS[route.status]}`, ...alignColumns(rows)].join('\n');
}
