import { createNetwork, type Network, queryTable, type TableFrame } from '@weft/model';
import { assumedRouting, type Routing, routingFromRoutes } from '@weft/network';

/** One routing after the other: `routings[i]` holds from `starts[i]` on. */
export interface RoutingEpochs {
  readonly network: Network;
  readonly starts: Float64Array;
  /** Made when asked for: a table of a large machine takes a while. */
  routing(epoch: number): Routing;
  /** For the reader: where the routing comes from. */
  readonly origin: string;
}

export const networkQueries = {
  vertices: queryTable('vertices', { orderBy: ['id'] }),
  links: queryTable('links', { orderBy: ['id'] }),
};

export function networkOf(inputs: {
  readonly vertices: TableFrame<'vertices'>;
  readonly links: TableFrame<'links'>;
}): Network {
  return createNetwork(inputs.vertices.columns, inputs.links.columns);
}

/** The tables of the dataset, or the routing to assume where it has none. */
export function routingEpochs(network: Network, routes: TableFrame<'routes'>): RoutingEpochs {
  if (routes.rows === 0) {
    const assumed = assumedRouting(network);
    return {
      network,
      starts: Float64Array.of(Number.NEGATIVE_INFINITY),
      routing: () => assumed,
      origin: `assumed: ${assumed.name}`,
    };
  }
  const { columns } = routes;
  const starts = Float64Array.from(new Set(columns.epoch)).sort();
  const made: Routing[] = [];
  return {
    network,
    starts,
    routing: (epoch) => {
      made[epoch] ??= routingFromRoutes(network, columns, starts[epoch]);
      return made[epoch];
    },
    origin: 'routing table',
  };
}

/** The epoch that holds at a time; the first where all are later. */
export function epochAt(starts: Float64Array, time: number): number {
  let epoch = 0;
  while (epoch + 1 < starts.length && starts[epoch + 1] <= time) epoch++;
  return epoch;
}
