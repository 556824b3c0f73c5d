import { type Network, textAt } from '@weft/model';
import { type Irregularity, mode } from './tree-irregularities.ts';

/** More slow cables than this share of their class are older hardware, not faults. */
const LARGEST_SLOW_SHARE = 0.1;

/** Cables that are slower than nearly all others of their class: a bad plug runs at a lower speed. */
export function slowLinks(network: Network): Irregularity[] {
  const { src, dst, src_port, dst_port, reverse, capacity, class: kinds } = network.links;
  const classes = new Map<string, number[]>();
  for (let link = 0; link < network.linkCount; link++) {
    if (reverse[link] < link || capacity[link] <= 0) continue;
    const name = textAt(kinds, link) ?? '';
    const known = classes.get(name);
    if (known) known.push(link);
    else classes.set(name, [link]);
  }
  return [...classes.values()].flatMap((links) => {
    const usual = mode(links.map((link) => capacity[link]));
    const slow = links.filter((link) => capacity[link] < usual);
    if (slow.length > LARGEST_SLOW_SHARE * links.length) return [];
    return slow.map(
      (link): Irregularity => ({
        kind: 'slow-cable',
        vertex: src[link],
        port: src_port[link],
        peer: dst[link],
        peerPort: dst_port[link],
        count: capacity[link],
        usual,
      }),
    );
  });
}
