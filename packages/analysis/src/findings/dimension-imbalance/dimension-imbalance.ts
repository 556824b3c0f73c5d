import { formatQuantity, type Network, textAt } from '@weft/model';
import { defineFinding } from '../../finding.ts';
import { findImbalance, type LinkGroup } from '../../finding-facts/imbalance.ts';
import { groupLinks } from '../../finding-facts/link-groups.ts';
import { uniformLoads } from '../../finding-facts/uniform-loads.ts';

const LEAST_FACTOR = 1.6;

export const dimensionImbalance = defineFinding({
  kind: 'dimension-imbalance',
  doc: 'A dimension of a torus, mesh or HyperX, or one direction of it, whose links carry far more than those of others.',
  find: ({ traffic }) => {
    if (!traffic) return [];
    const { network, totals } = traffic;
    const groups = { dimension: dimensions(network), direction: directions(network) };
    const expected = uniformLoads(network);
    const found = (['direction', 'dimension'] as const)
      .flatMap((of) => {
        const imbalance = groups[of].length > 1 ? findImbalance(groups[of], totals, expected) : null;
        return imbalance && imbalance.factor >= LEAST_FACTOR ? [{ of, ...imbalance }] : [];
      })
      .sort((a, b) => b.factor - a.factor)
      .at(0);
    if (!found) return [];
    const { of, group, next, mean, nextMean, factor } = found;
    const ratio = mean / nextMean;
    return [
      {
        kind: 'dimension-imbalance',
        text: `A link along ${group.name} carries ${formatQuantity(ratio, '')} times as much as one along ${next.name}, the next ${of}: ${formatQuantity(mean, 'B')} on average against ${formatQuantity(nextMean, 'B')}.`,
        value: ratio,
        unit: 'times',
        factor,
        where:
          of === 'direction'
            ? { dimension: group.name.slice(1), direction: group.name }
            : { dimension: group.name },
      },
    ];
  },
});

const CLASS = 'dim ';

function dimensions(network: Network): LinkGroup[] {
  return listGroups(network, (link) => dimensionOf(network, link));
}

function directions(network: Network): LinkGroup[] {
  return listGroups(network, (link) =>
    dimensionOf(network, link) === null ? null : textAt(network.links.direction, link),
  );
}

function dimensionOf({ links }: Network, link: number): string | null {
  const name = textAt(links.class, link);
  return name?.startsWith(CLASS) ? name.slice(CLASS.length) : null;
}

function listGroups(network: Network, nameOf: (link: number) => string | null): LinkGroup[] {
  return [...groupLinks(network, nameOf)].map(([name, links]) => ({ name, links }));
}
