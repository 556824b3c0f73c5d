import { type Network, NONE } from '@weft/model';
import { dealOut, freeHosts, type Placement } from '../placement.ts';

/** One host of each switch in turn, so that neighbouring ranks sit on different switches. */
export const roundRobin: Placement = {
  name: 'round-robin',
  title: 'One host of each switch in turn',
  place(sizes, network, free) {
    const switches = new Map<number, number[]>();
    for (const host of freeHosts(network, free)) {
      const home = firstSwitch(network, host);
      const hosts = switches.get(home) ?? [];
      hosts.push(host);
      switches.set(home, hosts);
    }
    const lists = [...switches.values()];
    const order: number[] = [];
    const longest = lists.reduce((most, hosts) => Math.max(most, hosts.length), 0);
    for (let turn = 0; turn < longest; turn++) {
      for (const hosts of lists) if (turn < hosts.length) order.push(hosts[turn]);
    }
    return dealOut(sizes, order);
  },
};

/** The switch a host is on, through its first NIC where it has NICs; hosts without one stand for themselves. */
function firstSwitch(network: Network, host: number): number {
  const { kind } = network.vertices;
  let vertex = host;
  let from = NONE;
  for (let step = 0; step < 2; step++) {
    const links = network.outLinks.subarray(network.outOffsets[vertex], network.outOffsets[vertex + 1]);
    const link = links.find((candidate) => network.links.dst[candidate] !== from);
    if (link === undefined) return host;
    from = vertex;
    vertex = network.links.dst[link];
    if (kind.dictionary[kind.codes[vertex]] === 'switch') return vertex;
  }
  return host;
}
