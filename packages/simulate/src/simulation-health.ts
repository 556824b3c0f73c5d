import type { Network } from '@weft/model';
import type { EventModel } from './engine/event-model.ts';

/** How the event model itself did: its work, and how evenly vertices of the machine share in it. */
export interface SimulationHealth {
  readonly events: number;
  /** Packets (or whole messages) put on links. */
  readonly transmissions: number;
  /** Of the vertices that sent any: how many, the mean, the most, and who. */
  readonly sendingVertices: number;
  readonly meanPerVertex: number;
  readonly mostPerVertex: number;
  readonly busiestVertex: number;
  /** Phases that a rank was ahead of the slowest rank of its job, at most: how far apart their clocks in the program run. */
  readonly furthestAhead: number;
}

export function simulationHealth(
  { links, vertexCount }: Network,
  { events, furthestAhead }: EventModel,
  perLink: Float64Array,
): SimulationHealth {
  const perVertex = new Float64Array(vertexCount);
  perLink.forEach((count, link) => {
    perVertex[links.src[link]] += count;
  });
  const transmissions = perVertex.reduce((sum, count) => sum + count, 0);
  const sendingVertices = perVertex.filter((count) => count > 0).length;
  const mostPerVertex = perVertex.reduce((most, count) => Math.max(most, count), 0);
  return {
    events,
    transmissions,
    sendingVertices,
    meanPerVertex: sendingVertices === 0 ? 0 : transmissions / sendingVertices,
    mostPerVertex,
    busiestVertex: perVertex.indexOf(mostPerVertex),
    furthestAhead,
  };
}
