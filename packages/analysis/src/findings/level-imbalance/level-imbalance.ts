import { formatQuantity, formatTimes, textAt } from '@weft/model';
import { defineFinding } from '../../finding.ts';
import { findImbalance, type Imbalance, othersAsExpected, usualNote } from '../../finding-facts/imbalance.ts';
import { dimensionOf, groupLinks } from '../../finding-facts/link-groups.ts';
import type { LinkTraffic } from '../../finding-facts/link-traffic.ts';
import { uniformLoads } from '../../finding-facts/uniform-loads.ts';

const LEAST_FACTOR = 1.5;
/** Traffic that stays near its hosts loads each level less than the one below: that alone is no imbalance, unless levels above carry alike. */
const LEAST_AT_HOSTS = 2.3;

export const levelImbalance = defineFinding({
  kind: 'level-imbalance',
  doc: 'A class of links, such as one level of a tree, whose links carry far more than those of others.',
  find: ({ traffic }) => {
    if (!traffic || hasDimensions(traffic)) return [];
    const found = classImbalance(traffic);
    return found ? [describe(found, traffic.unit)] : [];
  },
});

function hasDimensions({ network }: LinkTraffic): boolean {
  return network.links.src.some((_, link) => dimensionOf(network, link) !== null);
}

function classImbalance(traffic: LinkTraffic): Imbalance | null {
  const { network, totals } = traffic;
  const groups = [...groupLinks(network, (link) => textAt(network.links.class, link))].map(
    ([name, links]) => ({ name, links }),
  );
  const expected = uniformLoads(network);
  const found = findImbalance(groups, totals, expected);
  if (!found) return null;
  const hosts = new Set(network.hosts);
  const { src, dst } = network.links;
  const atHosts = found.group.links.some((link) => hosts.has(src[link]) || hosts.has(dst[link]));
  const mayBeLocal =
    atHosts && found.by === 'both' && !othersAsExpected(found.group, groups, totals, expected);
  return found.factor >= (mayBeLocal ? LEAST_AT_HOSTS : LEAST_FACTOR) ? found : null;
}

function describe(found: Imbalance, unit: string) {
  const { group, mean, next, nextMean, factor } = found;
  const ratio = mean / nextMean;
  const place = found.usual === null ? ', the next busiest level' : '';
  return {
    kind: 'level-imbalance' as const,
    text: `A link of ${group.name} carries ${formatTimes(ratio)} as much as one of ${next.name}${place}: ${formatQuantity(mean, unit)} on average against ${formatQuantity(nextMean, unit)}${usualNote(found)}.`,
    value: ratio,
    unit: 'times',
    factor,
    where: { class: group.name },
  };
}
