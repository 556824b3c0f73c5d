import {
  createRandom,
  type Network,
  NONE,
  outLinksOf,
  type TableColumns,
  textAt,
  WeftError,
} from '@weft/model';
import { portsAt, routeNetwork } from '@weft/network';
import type { Dataset } from '@weft/store';
import type { RouteEnd } from './route-end.ts';

/** The link to take at a vertex towards the end; NONE = the table knows none. */
type NextLink = (vertex: number) => number;

/** By another router than the one that made the tables. */
export function computedLinks(network: Network, router: string, from: RouteEnd, to: RouteEnd): NextLink {
  const routing = routeNetwork(network, router, { random: createRandom(1), activeHosts: null });
  return (vertex) => routing.nextLink(vertex, to.vertex, from.vertex);
}

/** By the dataset's tables at a time: those of the LID, where it is not the first one of its vertex. */
export async function tableLinks(
  dataset: Dataset,
  network: Network,
  from: RouteEnd,
  to: RouteEnd,
  time: number,
): Promise<NextLink> {
  const ports = portsAt(await rowsTowards(dataset, to), time);
  return (vertex) => {
    const links = outLinksOf(network, vertex);
    const by = (port: number | undefined): number =>
      links.find((link) => network.links.src_port[link] === port) ?? NONE;
    if (textAt(network.vertices.kind, vertex) === 'switch' || ports.has(vertex)) return by(ports.get(vertex));
    return vertex === from.vertex && from.port > 0 ? by(from.port) : (links[0] ?? NONE);
  };
}

type Rows = Pick<TableColumns<'routes'>, 'epoch' | 'switch' | 'port'>;

async function rowsTowards(dataset: Dataset, to: RouteEnd): Promise<Rows> {
  if ((dataset.manifest.tables.routes?.rows ?? 0) === 0) throw noRoutes(dataset.path);
  const columns = ['epoch', 'switch', 'port'];
  if (to.lid !== NONE) {
    const where = [{ op: 'in' as const, column: 'lid', values: [to.lid] }];
    const own = await dataset.read({ table: 'lid_routes', columns, where });
    if (own.rows > 0) return own.columns as unknown as Rows;
  }
  const where = [{ op: 'in' as const, column: 'dest', values: [to.vertex] }];
  return (await dataset.read({ table: 'routes', columns, where })).columns as unknown as Rows;
}

export function noRoutes(path: string): WeftError {
  return new WeftError({
    code: 'NO-ROUTES',
    message: 'this dataset has no routing tables',
    file: path,
    advice: 'Choose a router with --router, e.g. d-mod-k or min-hop.',
  });
}
