import { formatQuantity, formatTimes, type Network, textAt } from '@weft/model';
import { defineFinding, type Finding } from '../../finding.ts';
import {
  findImbalance,
  findLowGroup,
  findOneWay,
  type Imbalance,
  type LinkGroup,
  usualNote,
} from '../../finding-facts/imbalance.ts';
import { dimensionOf, groupLinks } from '../../finding-facts/link-groups.ts';
import { uniformLoads } from '../../finding-facts/uniform-loads.ts';

const LEAST_FACTOR = 1.5;
/** One low group beside others that agree is seen sooner. */
const LEAST_LOW_FACTOR = 1.5;

export const dimensionImbalance = defineFinding({
  kind: 'dimension-imbalance',
  doc: 'A dimension of a torus, mesh or HyperX, or one direction of it, whose links carry far more or far less than those of others.',
  find: ({ traffic }) => {
    if (!traffic) return [];
    const { network, totals, unit } = traffic;
    const groups = { dimension: dimensions(network), direction: directions(network) };
    const expected = uniformLoads(network);
    const found = (['direction', 'dimension'] as const)
      .flatMap((of) => {
        const imbalance = groups[of].length > 1 ? findImbalance(groups[of], totals, expected) : null;
        return imbalance && imbalance.factor >= LEAST_FACTOR ? [{ of, ...imbalance }] : [];
      })
      .sort((a, b) => b.factor - a.factor)
      .at(0);
    const way = oneWay(groups.direction, totals, expected, unit);
    if (!found) return lowDirection(groups.direction, totals, expected, unit) ?? way ?? [];
    // A direction that is unlike its way back makes its dimension unlike others.
    if (found.of === 'dimension' && way && way[0].factor >= found.factor) return way;
    const where = found.of === 'direction' ? placeOf(found.group.name) : { dimension: found.group.name };
    const place = found.usual === null ? `, the next busiest ${found.of}` : '';
    return [describe(found, `${found.next.name}${place}`, unit, where)];
  },
});

function lowDirection(
  directions: readonly LinkGroup[],
  totals: Float64Array,
  expected: Float64Array,
  unit: string,
): Finding[] | null {
  const found = findLowGroup(directions, totals, expected);
  if (!found || found.factor < LEAST_LOW_FACTOR) return null;
  const against = { ...found, nextMean: found.otherMean };
  return [describe(against, 'any other direction', unit, placeOf(found.group.name))];
}

/** The direction that carries more or less than its opposite, which no traffic between all hosts does, however long dimensions are. */
function oneWay(
  directions: readonly LinkGroup[],
  totals: Float64Array,
  expected: Float64Array,
  unit: string,
): Finding[] | null {
  const found = findOneWay(directions, totals, expected);
  if (!found || found.factor < LEAST_FACTOR) return null;
  return [describe(found, `${found.next.name}, the way back`, unit, placeOf(found.group.name))];
}

function placeOf(direction: string): Finding['where'] {
  return { dimension: direction.slice(1), direction };
}

type Described = Pick<Imbalance, 'group' | 'mean' | 'nextMean' | 'factor'> &
  Partial<Pick<Imbalance, 'usual'>>;

function describe(
  { group, mean, nextMean, factor, usual = null }: Described,
  against: string,
  unit: string,
  where: Finding['where'],
): Finding {
  const ratio = mean / nextMean;
  return {
    kind: 'dimension-imbalance',
    text: `A link along ${group.name} carries ${formatTimes(ratio)} as much as one along ${against}: ${formatQuantity(mean, unit)} on average against ${formatQuantity(nextMean, unit)}${usualNote({ usual })}.`,
    value: ratio,
    unit: 'times',
    factor,
    where,
  };
}

function dimensions(network: Network): LinkGroup[] {
  return listGroups(network, (link) => dimensionOf(network, link));
}

function directions(network: Network): LinkGroup[] {
  return listGroups(network, (link) =>
    dimensionOf(network, link) === null ? null : textAt(network.links.direction, link),
  );
}

function listGroups(network: Network, nameOf: (link: number) => string | null): LinkGroup[] {
  return [...groupLinks(network, nameOf)].map(([name, links]) => ({ name, links }));
}
