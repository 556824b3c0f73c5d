import { inLinksOf, type Network, outLinksOf } from '@weft/model';

/** The marked links in the order a message takes them, where they are one route; null where they part or are none. */
export function routeHops(network: Network, marked: Uint8Array): number[] | null {
  const isMarked = (link: number): boolean => marked[link] === 1;
  const first = marked.findIndex(
    (mark, link) => mark === 1 && !inLinksOf(network, network.links.src[link]).some(isMarked),
  );
  const hops: number[] = [];
  for (let link = first; link >= 0 && hops.length <= network.linkCount; ) {
    hops.push(link);
    const next = outLinksOf(network, network.links.dst[link]).filter(isMarked);
    if (next.length > 1) return null;
    link = next[0] ?? -1;
  }
  const count = marked.reduce((sum, mark) => sum + mark, 0);
  return hops.length > 0 && hops.length === count ? hops : null;
}
