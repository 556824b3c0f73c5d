import type { Network } from '@weft/model';
import { checkFit, freeHosts, type Placement } from '../placement.ts';

/**
 * Each job in as few pods as possible: the fullest pod that holds it all; else whole pods, the emptiest
 * first. Without pods the order of hosts decides.
 */
export const podPacked: Placement = {
  name: 'pod-packed',
  title: 'As few pods as possible',
  place(sizes, network, free) {
    const pods = hostsByPod(network, free);
    checkFit(
      sizes,
      pods.reduce((sum, hosts) => sum + hosts.length, 0),
    );
    return sizes.map((size) => takeFromPods(pods, size));
  },
};

function hostsByPod(network: Network, free: Uint8Array): number[][] {
  const pods = new Map<number, number[]>();
  for (const host of freeHosts(network, free)) {
    const pod = network.vertices.pod[host];
    const hosts = pods.get(pod) ?? [];
    hosts.push(host);
    pods.set(pod, hosts);
  }
  return [...pods.keys()].sort((a, b) => a - b).map((pod) => pods.get(pod)!);
}

function takeFromPods(pods: readonly number[][], size: number): Int32Array {
  const taken: number[] = [];
  while (taken.length < size) {
    const rest = size - taken.length;
    const holding = pods.filter((hosts) => hosts.length >= rest);
    const choice =
      holding.length > 0
        ? holding.reduce((best, hosts) => (hosts.length < best.length ? hosts : best))
        : pods.reduce((best, hosts) => (hosts.length > best.length ? hosts : best));
    for (const host of choice.splice(0, rest)) taken.push(host);
  }
  return Int32Array.from(taken);
}
