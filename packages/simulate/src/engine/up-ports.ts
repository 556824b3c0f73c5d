import { outLinksOf } from '@weft/model';
import { tracePath } from '@weft/network';
import { type Fabric, MOST_HOPS, routingAt } from './fabric.ts';
import type { MessagePool } from './message-pool.ts';

/**
 * Adaptive choice on the way up a tree: of the links to a higher level, the least loaded one from which the tables lead
 * to the destination in as many hops as planned. The rest of the message's path is laid out anew behind it.
 */
export class UpPorts {
  private readonly fabric: Fabric;
  private readonly pool: MessagePool;
  private readonly tail = new Int32Array(MOST_HOPS);

  constructor(fabric: Fabric, pool: MessagePool) {
    this.fabric = fabric;
    this.pool = pool;
  }

  choose(slot: number, place: number, load: (link: number) => number): void {
    const { network } = this.fabric;
    const { level } = network.vertices;
    const { src, dst } = network.links;
    const planned = this.pool.link[place];
    const vertex = src[planned];
    if (level[dst[planned]] <= level[vertex]) return;
    let best = planned;
    let least = load(planned);
    for (const link of outLinksOf(network, vertex)) {
      if (link === planned || level[dst[link]] <= level[vertex]) continue;
      const now = load(link);
      if (now < least) {
        least = now;
        best = link;
      }
    }
    if (best !== planned) this.reroute(slot, place, best);
  }

  private reroute(slot: number, place: number, link: number): void {
    const { pool, fabric, tail } = this;
    const { src, dst } = fabric.network.links;
    const end = pool.first[slot] + pool.hops[slot];
    const from = src[pool.link[pool.first[slot]]];
    const goal = dst[pool.link[end - 1]];
    const routing = routingAt(fabric, pool.start[slot]);
    const hops = tracePath(routing, dst[link], goal, tail, from);
    if (hops !== end - place - 1) return;
    pool.link[place] = link;
    for (let hop = 0; hop < hops; hop++) pool.link[place + 1 + hop] = tail[hop];
  }
}
