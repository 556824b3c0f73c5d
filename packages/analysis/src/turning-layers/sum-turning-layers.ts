import type { RankHosts } from './rank-hosts.ts';
import { type TreeBlocks, turningLevel } from './tree-blocks.ts';

interface PlacedMessages {
  readonly job: Int32Array;
  readonly src: Int32Array;
  readonly dst: Int32Array;
  readonly bytes: Float64Array;
  /** Messages of each row. */
  readonly count: Float64Array;
  /** When the message was sent. */
  readonly sent: Float64Array;
}

/** Messages and bytes by the layer at which they turn from up to down. */
export interface TurningLayers {
  /** [l] for l = 1 .. levels; [0] counts messages that stay on their host. */
  readonly messages: Float64Array;
  readonly bytes: Float64Array;
  /** Messages whose ends have no host, or no path between them. */
  readonly unplaced: number;
  /** Mean layer of the messages that enter the network; NaN where there are none. */
  readonly mean: number;
}

/** Counts the messages sent in [from, to); null = all. */
export function sumTurningLayers(
  tree: TreeBlocks,
  hostOf: RankHosts,
  { job, src, dst, bytes, count, sent }: PlacedMessages,
  time: readonly [number, number] | null = null,
): TurningLayers {
  const messages = new Float64Array(tree.levels + 1);
  const amounts = new Float64Array(tree.levels + 1);
  let unplaced = 0;
  for (let row = 0; row < src.length; row++) {
    if (time && !(sent[row] >= time[0] && sent[row] < time[1])) continue;
    const from = hostOf(job[row], src[row]);
    const to = hostOf(job[row], dst[row]);
    const level = from < 0 || to < 0 ? -1 : turningLevel(tree, from, to);
    if (level < 0) {
      unplaced += count[row];
      continue;
    }
    messages[level] += count[row];
    amounts[level] += bytes[row];
  }
  return { messages, bytes: amounts, unplaced, mean: meanLayer(messages) };
}

/** Share of each layer among the messages that enter the network; [0] is 0. */
export function layerShares(amounts: Float64Array): Float64Array {
  let total = 0;
  for (let level = 1; level < amounts.length; level++) total += amounts[level];
  return amounts.map((amount, level) => (level === 0 || total === 0 ? 0 : amount / total));
}

function meanLayer(messages: Float64Array): number {
  return layerShares(messages).reduce(
    (sum, share, level) => sum + share * level,
    messages.some((n, level) => level > 0 && n > 0) ? 0 : Number.NaN,
  );
}
