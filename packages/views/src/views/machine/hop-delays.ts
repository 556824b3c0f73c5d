import type { Flights } from '@weft/analysis';
import { formatQuantity, type Network } from '@weft/model';
import { vertexName } from './machine-model.ts';

export interface HopDelay {
  /** From the vertex it waits in to the one the link leads to. */
  readonly link: string;
  readonly delay: string;
}

/** What a message waited before each link of its route, and from when to when; empty where it is not recorded. */
export function delaysOf(network: Network, flights: Flights, flight: number): readonly HopDelay[] {
  const { hops, row, path, paths } = flights;
  const first = hops ? hops.first[row[flight]] : -1;
  if (!hops || first < 0) return [];
  const name = (at: number) => vertexName(network, paths.vertices[paths.offsets[path[flight]] + at]);
  return Array.from({ length: hops.count[row[flight]] }, (_, hop) => ({
    link: `${name(hop)} → ${name(hop + 1)}`,
    delay: describeWait(hops.arrived[first + hop], hops.entered[first + hop]),
  }));
}

function describeWait(from: number, to: number): string {
  const span = `${formatQuantity(from, 'ns')} – ${formatQuantity(to, 'ns')}`;
  return to > from ? `waits ${formatQuantity(to - from, 'ns')} (${span})` : 'no wait';
}
