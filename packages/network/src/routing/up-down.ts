import type { Network } from '@weft/model';
import type { Router } from '../router.ts';
import { forwardingVertices, tableRouting } from './forwarding-table.ts';
import { rankTree, treeFault } from './tree-rank.ts';
import { upDownTable } from './up-down-tables.ts';

/** up*, down*: each path climbs, turns once and descends, so that no cycle of waiting links can form. */
export const upDown: Router = {
  name: 'up-down',
  title: 'Up*/down* (no deadlocks, any network)',
  refuses: () => null,
  route(network) {
    const used = new Float64Array(network.linkCount);
    const table = upDownTable(network, upDownRank(network), ({ links, count, routes }) => {
      let best = 0;
      for (let i = 1; i < count; i++) if (used[links[i]] < used[links[best]]) best = i;
      used[links[best]] += routes;
      return best;
    });
    return tableRouting(network, 'up-down', table);
  },
};

/** Levels where the network is a tree; elsewhere nearness to a root, ties broken by id. */
export function upDownRank(network: Network): Int32Array {
  if (network.switches.length > 0 && treeFault(network) === null) return rankTree(network).rank;
  const forwards = forwardingVertices(network);
  const rank = new Int32Array(network.vertexCount);
  let next = network.vertexCount;
  for (const root of byFallingDegree(network, forwards)) {
    if (rank[root] !== 0) continue;
    rank[root] = next--;
    const queue = [root];
    for (let head = 0; head < queue.length; head++) {
      const vertex = queue[head];
      for (let at = network.outOffsets[vertex]; at < network.outOffsets[vertex + 1]; at++) {
        const peer = network.links.dst[network.outLinks[at]];
        if (forwards[peer] === 0 || rank[peer] !== 0) continue;
        rank[peer] = next--;
        queue.push(peer);
      }
    }
  }
  return rank;
}

function byFallingDegree(network: Network, forwards: Uint8Array): number[] {
  const degree = (v: number): number => network.outOffsets[v + 1] - network.outOffsets[v];
  const found = Array.from(forwards.keys()).filter((v) => forwards[v] === 1);
  return found.sort((a, b) => degree(b) - degree(a) || a - b);
}
