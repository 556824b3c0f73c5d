import { MOST_FACTOR, quantile } from './stand-out.ts';

export interface LinkGroup {
  readonly name: string;
  readonly links: readonly number[];
}

export interface Imbalance {
  readonly group: LinkGroup;
  /** Mean of the group, and of the next. */
  readonly mean: number;
  readonly next: LinkGroup;
  readonly nextMean: number;
  /** Times the next group, as it is and as uniform traffic lets expect of it: the geometric mean of both. */
  readonly factor: number;
}

/** The lower quarter of the group is at least so many times the upper quarter of every other. */
const APART = 1.1;
/** Of a group that is used at fewer of its links, these are the exception. */
const LEAST_USED = 0.2;
/** A group is so many times the next both as it is and as uniform traffic lets expect. */
const LEAST_EACH = 1.25;
/** Groups with less than this share of the mean of the busiest are idle, not balanced. */
const IDLE = 1e-3;

/**
 * The group whose links carry most, as the mean of each: compared with the others as they are, and with what uniform
 * traffic would put on each, since levels and dimensions differ by nature. Null where groups overlap.
 */
export function findImbalance(
  groups: readonly LinkGroup[],
  loads: Float64Array,
  expected: Float64Array,
): Imbalance | null {
  const plain = compareMeans(groups, loads);
  const byExpected = scaleGroups(groups, loads, expected);
  const scaled = compareMeans(groups, byExpected);
  if (!plain || !scaled || plain.group !== scaled.group) return null;
  if (Math.min(plain.factor, scaled.factor) < LEAST_EACH) return null;
  if (![loads, byExpected].some((values) => standsApart(plain.group, groups, values))) return null;
  return { ...plain, factor: Math.sqrt(plain.factor * scaled.factor) };
}

interface LowGroup {
  readonly group: LinkGroup;
  readonly mean: number;
  /** Mean of all links of the other groups. */
  readonly otherMean: number;
  /** How many times more the next group carries, or by what uniform traffic lets expect, whichever is less. */
  readonly factor: number;
}

/** The other groups agree to this factor, so that one low group is told from a wide spread of all. */
const ALIKE = 1.3;
/** Fewer groups do not tell which of them is the odd one. */
const LEAST_GROUPS = 4;

/** The one group whose links carry far less on average than those of all others, which agree; null where there is none. */
export function findLowGroup(
  groups: readonly LinkGroup[],
  loads: Float64Array,
  expected: Float64Array,
): LowGroup | null {
  const lowest = lowestGroup(groups, loads);
  if (!lowest) return null;
  const others = groups.filter((group) => group !== lowest.group).flatMap(({ links }) => links);
  const byNature = meanOf(others, expected) / meanOf(lowest.group.links, expected);
  return {
    ...lowest,
    otherMean: meanOf(others, loads),
    factor: Math.min(MOST_FACTOR, lowest.factor, lowest.factor / byNature),
  };
}

/** The direction, `+a` or `-a`, that carries most times what its opposite does, by as many times more than in other dimensions. */
export function findOneWay(directions: readonly LinkGroup[], loads: Float64Array): Imbalance | null {
  const pairs = directions
    .filter(({ name }) => name.startsWith('+'))
    .flatMap((forth) => {
      const back = directions.find(({ name }) => name === `-${forth.name.slice(1)}`);
      const found = back && compareMeans([forth, back], loads);
      return found && standsApart(found.group, [forth, back], loads) ? [found] : [];
    })
    .sort((a, b) => b.factor - a.factor);
  const [first, second] = pairs;
  return first ? { ...first, factor: first.factor / (second?.factor ?? 1) } : null;
}

function lowestGroup(groups: readonly LinkGroup[], loads: Float64Array) {
  const means = groups
    .map((group) => ({ group, mean: meanOf(group.links, loads) }))
    .sort((a, b) => a.mean - b.mean);
  if (means.length < LEAST_GROUPS) return null;
  const [first, second] = means;
  const last = means[means.length - 1];
  if (!(first.mean > 0) || last.mean > ALIKE * second.mean) return null;
  return { ...first, factor: second.mean / first.mean };
}

function scaleGroups(
  groups: readonly LinkGroup[],
  loads: Float64Array,
  expected: Float64Array,
): Float64Array {
  const scaled = new Float64Array(loads.length);
  for (const { links } of groups) {
    const usual = meanOf(links, expected);
    for (const link of links) scaled[link] = usual > 0 ? loads[link] / usual : 0;
  }
  return scaled;
}

/** The group with the largest mean, beside the next; null where there are no two that carry anything. */
function compareMeans(groups: readonly LinkGroup[], loads: Float64Array): Imbalance | null {
  const means = groups
    .map((group) => ({ group, mean: meanOf(group.links, loads) }))
    .sort((a, b) => b.mean - a.mean);
  const [first, second] = means;
  if (!first || !second || !(second.mean > IDLE * first.mean)) return null;
  return {
    group: first.group,
    mean: first.mean,
    next: second.group,
    nextMean: second.mean,
    factor: Math.min(MOST_FACTOR, first.mean / second.mean),
  };
}

/** Is the lower quarter of a group above the upper quarter of every other? Links that carry nothing tell of routes, not of amounts. */
function standsApart(group: LinkGroup, groups: readonly LinkGroup[], loads: Float64Array): boolean {
  const used = ({ links }: LinkGroup) => links.map((link) => loads[link]).filter((load) => load > 0);
  const own = used(group);
  if (own.length < LEAST_USED * group.links.length) return false;
  const others = groups.filter((other) => other !== group).map((other) => quantile(used(other), 0.75) || 0);
  return quantile(own, 0.25) >= APART * Math.max(...others);
}

function meanOf(links: readonly number[], values: Float64Array): number {
  return links.reduce((sum, link) => sum + values[link], 0) / Math.max(1, links.length);
}
