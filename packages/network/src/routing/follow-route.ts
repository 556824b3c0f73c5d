import { type Network, NONE, type TableColumns } from '@weft/model';

export interface FollowedRoute {
  readonly status: 'ok' | 'no-route' | 'loop';
  /** Links passed; up to where it ends or comes round again. */
  readonly links: readonly number[];
}

/** Goes from vertex to vertex by the link that `nextLink` gives, until it arrives, stops, or sees a vertex again. */
export function followRoute(
  network: Network,
  from: number,
  to: number,
  nextLink: (vertex: number) => number,
): FollowedRoute {
  const seen = new Set<number>();
  const links: number[] = [];
  let vertex = from;
  while (vertex !== to) {
    if (seen.has(vertex)) return { status: 'loop', links };
    seen.add(vertex);
    const link = nextLink(vertex);
    if (link === NONE) return { status: 'no-route', links };
    links.push(link);
    vertex = network.links.dst[link];
  }
  return { status: 'ok', links };
}

/**
 * Out port of each switch towards one destination, from the rows of `routes` or `lid_routes` for it: of each switch the
 * latest at `time`, or its first where all are later.
 */
export function portsAt(
  { epoch, switch: vertices, port }: Pick<TableColumns<'routes'>, 'epoch' | 'switch' | 'port'>,
  time: number,
): Map<number, number> {
  const valid = new Map<number, number>();
  const ports = new Map<number, number>();
  for (let row = 0; row < vertices.length; row++) {
    const known = valid.get(vertices[row]);
    const better =
      known === undefined || (known > time ? epoch[row] < known : epoch[row] <= time && epoch[row] > known);
    if (!better) continue;
    valid.set(vertices[row], epoch[row]);
    ports.set(vertices[row], port[row]);
  }
  return ports;
}
