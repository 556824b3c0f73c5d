import type { MachineJob } from '../machine/machine.ts';

/** What the nodes of a job exchange, both ways together: partners of node n are at offsets[n] .. offsets[n + 1]. */
export interface NodeTraffic {
  readonly nodes: number;
  readonly offsets: Int32Array;
  readonly partner: Int32Array;
  readonly bytes: Float64Array;
}

/** Ranks that share a host do not use the network. */
export function nodeTraffic(
  { ranks, steps }: Pick<MachineJob, 'ranks' | 'steps'>,
  ranksPerHost: number,
): NodeTraffic {
  const nodes = Math.ceil(ranks / ranksPerHost);
  const sums = Array.from({ length: nodes }, () => new Map<number, number>());
  for (const { src, dst, bytes } of steps) {
    for (let m = 0; m < src.length; m++) {
      const from = Math.floor(src[m] / ranksPerHost);
      const to = Math.floor(dst[m] / ranksPerHost);
      if (from === to) continue;
      sums[from].set(to, (sums[from].get(to) ?? 0) + bytes[m]);
      sums[to].set(from, (sums[to].get(from) ?? 0) + bytes[m]);
    }
  }
  const offsets = new Int32Array(nodes + 1);
  sums.forEach((own, node) => {
    offsets[node + 1] = offsets[node] + own.size;
  });
  const flat = sums.flatMap((own) => [...own].sort((a, b) => a[0] - b[0]));
  return {
    nodes,
    offsets,
    partner: Int32Array.from(flat, ([other]) => other),
    bytes: Float64Array.from(flat, ([, sum]) => sum),
  };
}
