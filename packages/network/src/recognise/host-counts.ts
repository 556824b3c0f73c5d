import type { Network } from '@weft/model';
import { peersOf } from './simple-graph.ts';

/** Hosts of each of the given switches where all have the same number and hosts have one cable; else why not. */
export function hostsPerSwitch(network: Network, switches: Int32Array): number | string {
  if (network.hosts.length + network.switches.length !== network.vertexCount) return 'there are NICs';
  if (network.hosts.length === 0 || switches.length === 0) return 'no hosts or no switches';
  const counts = new Map<number, number>(Array.from(switches, (vertex) => [vertex, 0]));
  for (const host of network.hosts) {
    const peers = peersOf(network, host);
    if (peers.length !== 1) return `host ${host} has ${peers.length} cables, not one`;
    const count = counts.get(peers[0]);
    if (count === undefined) return `host ${host} is on vertex ${peers[0]}, where no hosts belong`;
    counts.set(peers[0], count + 1);
  }
  const numbers = new Set(counts.values());
  if (numbers.size !== 1) return `switches have ${[...numbers].sort((a, b) => a - b).join(', ')} hosts`;
  return [...numbers][0];
}
