import type { Network } from '@weft/model';
import { annotate, nameLinks } from './annotate.ts';
import { isSwitch } from './level-tree.ts';
import { peersOf } from './simple-graph.ts';

/** Cables between each two groups of switches where all pairs have the same number; else why not. */
export function cablesPerGroupPair(network: Network, group: Int32Array, groups: number): number | string {
  const switches = isSwitch(network);
  const counts = new Int32Array(groups * groups);
  const { src, dst } = network.links;
  for (let link = 0; link < network.linkCount; link++) {
    if (switches[src[link]] && switches[dst[link]]) counts[group[src[link]] * groups + group[dst[link]]]++;
  }
  const each = counts[1];
  for (let a = 0; a < groups; a++) {
    for (let b = 0; b < groups; b++) {
      const count = counts[a * groups + b];
      if (a !== b && count !== each) return `groups ${a} and ${b} have ${count} cables, others ${each}`;
    }
  }
  return each;
}

/** Fills in pod (the group), level, class and direction of a network of groups; hosts follow their switch. */
export function annotateGroups(network: Network, group: Int32Array, level: Int32Array): Network {
  const pod = group.slice();
  for (const host of network.hosts) pod[host] = group[peersOf(network, host)[0]];
  const { src, dst } = network.links;
  const names = nameLinks(network, (link) => {
    const from = src[link];
    const to = dst[link];
    if (level[from] === 0) return { class: 'host', direction: 'up' };
    if (level[to] === 0) return { class: 'host', direction: 'down' };
    if (pod[from] !== pod[to])
      return { class: 'global', direction: pod[from] < pod[to] ? 'forward' : 'back' };
    const forward = level[from] === level[to] ? from < to : level[from] < level[to];
    if (level[from] !== level[to]) return { class: 'local', direction: forward ? 'up' : 'down' };
    return { class: 'local', direction: forward ? 'forward' : 'back' };
  });
  return annotate(network, { level, pod, ...names });
}
