import { formatQuantity, formatTimes, type Network, NONE, textAt } from '@weft/model';
import { defineFinding } from '../../finding.ts';
import { findImbalance, type LinkGroup } from '../../finding-facts/imbalance.ts';
import { groupLinks } from '../../finding-facts/link-groups.ts';
import type { LinkTraffic } from '../../finding-facts/link-traffic.ts';

const LEAST_FACTOR = 1.6;
/** Of two pods one always carries more. */
const FEWEST_PODS = 3;

export const podImbalance = defineFinding({
  kind: 'pod-imbalance',
  doc: 'A pod or group whose links carry far more than the same links of every other.',
  find: ({ traffic }) => {
    const pods = traffic ? podLinks(traffic.network) : [];
    if (!traffic || pods.length < FEWEST_PODS) return [];
    const ones = new Float64Array(traffic.totals.length).fill(1);
    const found = findImbalance(pods, byClass(traffic), ones);
    if (!found || found.factor < LEAST_FACTOR) return [];
    const [bytes, next] = [found.group, found.next].map(({ links }) => meanBytes(traffic, links));
    const value = bytes / next;
    return [
      {
        kind: 'pod-imbalance',
        text: `A link of pod ${found.group.name} carries ${formatTimes(value)} as much as one of pod ${found.next.name}, the next of ${pods.length}: ${formatQuantity(bytes, traffic.unit)} on average against ${formatQuantity(next, traffic.unit)}.`,
        value,
        unit: 'times',
        factor: found.factor,
        where: { pod: Number(found.group.name) },
      },
    ];
  },
});

/** Links with an end in a pod and none in another. */
function podLinks(network: Network): LinkGroup[] {
  const { pod } = network.vertices;
  const { src, dst } = network.links;
  const podOf = (link: number): string | null => {
    const [from, to] = [pod[src[link]], pod[dst[link]]];
    if (from === NONE || to === NONE) return from === to ? null : String(Math.max(from, to));
    return from === to ? String(from) : null;
  };
  return [...groupLinks(network, podOf)].map(([name, links]) => ({ name, links }));
}

/** Bytes of each link over the mean of its class: levels of a pod differ by nature. */
function byClass({ network, totals }: LinkTraffic): Float64Array {
  const scaled = new Float64Array(totals.length);
  for (const links of groupLinks(network, (link) => textAt(network.links.class, link) ?? '').values()) {
    const mean = links.reduce((sum, link) => sum + totals[link], 0) / links.length;
    for (const link of links) scaled[link] = mean > 0 ? totals[link] / mean : 0;
  }
  return scaled;
}

function meanBytes({ totals }: LinkTraffic, links: readonly number[]): number {
  return links.reduce((sum, link) => sum + totals[link], 0) / links.length;
}
