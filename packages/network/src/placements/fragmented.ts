import { type Random, shuffle } from '@weft/model';
import { dealOut, freeHosts, type Placement } from '../placement.ts';

/** Chunks left by earlier jobs: sizes 1, 2 and 4, small ones more often. */
const LARGEST_POWER = 2;

/**
 * A machine that has been in use: free hosts come in chunks of neighbours, as jobs of many sizes left them,
 * and a job takes chunks from all over the machine. Inside a chunk ranks follow host order.
 */
export const fragmented: Placement = {
  name: 'fragmented',
  title: 'Chunks left by earlier jobs',
  place: (sizes, network, free, random) => {
    const chunks = cutIntoChunks(freeHosts(network, free), random);
    return dealOut(sizes, shuffle(chunks, random).flat());
  },
};

function cutIntoChunks(hosts: Int32Array, random: Random): number[][] {
  const chunks: number[][] = [];
  for (let from = 0; from < hosts.length; ) {
    const power = Math.min(random.below(LARGEST_POWER + 1), random.below(LARGEST_POWER + 1));
    const to = Math.min(hosts.length, from + 2 ** power);
    chunks.push([...hosts.subarray(from, to)]);
    from = to;
  }
  return chunks;
}
