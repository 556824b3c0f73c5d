import type { Flights } from '@weft/analysis';
import { formatQuantity, type Network } from '@weft/model';
import { vertexName } from '@weft/network';

export interface HopDelay {
  /** From the vertex it waits in to the one the link leads to. */
  readonly link: string;
  readonly delay: string;
}

/** When a message reached each vertex of its route, was ready to leave and left; empty where it is not recorded. */
export function delaysOf(network: Network, flights: Flights, flight: number): readonly HopDelay[] {
  const { hops, row, path, paths } = flights;
  const first = hops ? hops.first[row[flight]] : -1;
  if (!hops || first < 0) return [];
  const name = (at: number) => vertexName(network, paths.vertices[paths.offsets[path[flight]] + at]);
  return Array.from({ length: hops.count[row[flight]] }, (_, hop) => ({
    link: `${name(hop)} → ${name(hop + 1)}`,
    delay: describeWait(hops.arrived[first + hop], hops.ready[first + hop], hops.entered[first + hop]),
  }));
}

function describeWait(arrived: number, ready: number, entered: number): string {
  if (entered <= ready) return `no wait (there at ${formatQuantity(arrived, 'ns')})`;
  const there = arrived < ready ? `there at ${formatQuantity(arrived, 'ns')}, ` : '';
  const span = `ready ${formatQuantity(ready, 'ns')}, leaves ${formatQuantity(entered, 'ns')}`;
  return `waits ${formatQuantity(entered - ready, 'ns')} (${there}${span})`;
}
