import type { Network } from '@weft/model';

/** Takes the links between the same two vertices in turn, message by message. */
export class ParallelLinks {
  /** Group of each link with parallel ones, -1 = it has none. */
  private readonly group: Int32Array;
  private readonly members: readonly number[][];
  private readonly turn: Int32Array;

  constructor({ linkCount, links }: Network) {
    const groups = new Map<string, number[]>();
    for (let link = 0; link < linkCount; link++) {
      const key = `${links.src[link]} ${links.dst[link]}`;
      const members = groups.get(key);
      if (members) members.push(link);
      else groups.set(key, [link]);
    }
    this.members = [...groups.values()].filter((members) => members.length > 1);
    this.group = new Int32Array(linkCount).fill(-1);
    this.members.forEach((members, group) => {
      for (const link of members) this.group[link] = group;
    });
    this.turn = new Int32Array(this.members.length);
  }

  /** Replaces links of a path by the parallel ones whose turn it is. */
  spread(path: Int32Array, hops: number): void {
    for (let hop = 0; hop < hops; hop++) {
      const group = this.group[path[hop]];
      if (group < 0) continue;
      const members = this.members[group];
      path[hop] = members[this.turn[group]++ % members.length];
    }
  }
}
