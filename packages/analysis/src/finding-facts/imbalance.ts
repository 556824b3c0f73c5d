import { formatTimes } from '@weft/model';
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
  /** Times the next group: as it is, as uniform traffic lets expect, or the geometric mean of both, by what it is compared with. */
  readonly factor: number;
  readonly by: Basis;
  /** How many times the next group uniform traffic would put on it, where it is compared with that alone. */
  readonly usual: number | null;
}

type Comparison = Omit<Imbalance, 'by' | 'usual'>;

/** What others carry tells what a group should: the same, what uniform traffic lets expect, or neither clearly: then it must be more by both. */
type Basis = 'others' | 'uniform' | 'both';

/** The lower quarter of the group is at least so many times the upper quarter of every other. */
const APART = 1.1;
/** Or its mean is so many times the next, by so many standard errors: of k links that carry all of it, their square root. */
const LEAST_ON_AVERAGE = { factor: 2, errors: 5 };
/** Of a group that is used at fewer of its links, these are the exception. */
const LEAST_USED = 0.2;
/** A group is so many times the next both as it is and as uniform traffic lets expect. */
const LEAST_EACH = 1.25;
/** A group is compared with the way back at its lower quarter, its middle and its upper quarter. */
const QUARTERS = [0.25, 0.5, 0.75];
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
  const byExpected = scaleGroups(groups, loads, expected);
  const plain = compareMeans(groups, loads);
  const scaled = compareMeans(groups, byExpected);
  if (!plain || !scaled) return null;
  const found = areAlike(plain.group, groups, loads, byExpected)
    ? { ...plain, by: 'others' as const, usual: null }
    : areAlike(scaled.group, groups, byExpected, loads)
      ? beyondUniform(scaled, loads, expected)
      : beyondBoth(plain, scaled);
  if (!found) return null;
  const measures = { others: [loads], uniform: [byExpected], both: [loads, byExpected] };
  return overlap(found, groups, measures[found.by]) ? null : found;
}

function beyondUniform(scaled: Comparison, loads: Float64Array, expected: Float64Array): Imbalance {
  const means = (values: Float64Array) =>
    [scaled.group, scaled.next].map(({ links }) => meanOf(links, values));
  const [[mean, nextMean], [usual, nextUsual]] = [means(loads), means(expected)];
  return { ...scaled, mean, nextMean, by: 'uniform', usual: usual / nextUsual };
}

function beyondBoth(plain: Comparison, scaled: Comparison): Imbalance | null {
  if (plain.group !== scaled.group || Math.min(plain.factor, scaled.factor) < LEAST_EACH) return null;
  return { ...plain, factor: Math.sqrt(plain.factor * scaled.factor), by: 'both', usual: null };
}

/** Are neither all links of a group above those of others by one of some measures, nor its mean by many links and all measures? */
function overlap(
  { group, factor }: Comparison,
  groups: readonly LinkGroup[],
  measures: readonly Float64Array[],
): boolean {
  if (measures.some((values) => standsApart(group, groups, values))) return false;
  if (factor < LEAST_ON_AVERAGE.factor) return true;
  return !measures.every((values) => {
    const found = compareMeans(groups, values);
    return found !== null && isMoreOnAverage(group, found.next, values);
  });
}

/** Is the mean of a group above that of another by more than a few of its links can make of it? */
function isMoreOnAverage(group: LinkGroup, next: LinkGroup, loads: Float64Array): boolean {
  const [more, less] = [group, next].map(({ links }) => {
    const mean = meanOf(links, loads);
    const squares = links.reduce((sum, link) => sum + (loads[link] - mean) ** 2, 0);
    return { mean, error: squares / links.length ** 2 };
  });
  return more.mean - less.mean >= LEAST_ON_AVERAGE.errors * Math.sqrt(more.error + less.error);
}

/** Groups that carry the same agree to the first factor; to the second they do not. */
const SAME = 1.15;
const NOT_SAME = 1.3;

/** Do two or more groups beside a named one carry what uniform traffic lets expect, compared with each other? */
export function othersAsExpected(
  group: LinkGroup,
  groups: readonly LinkGroup[],
  loads: Float64Array,
  expected: Float64Array,
): boolean {
  return spreadOfOthers(group, groups, scaleGroups(groups, loads, expected)) <= SAME;
}

/** Do two or more groups beside a named one agree by one measure, and not by another? */
function areAlike(
  group: LinkGroup,
  groups: readonly LinkGroup[],
  measure: Float64Array,
  other: Float64Array,
): boolean {
  return spreadOfOthers(group, groups, measure) <= SAME && spreadOfOthers(group, groups, other) >= NOT_SAME;
}

/** The largest mean of all groups but one over the smallest; infinite where fewer than two are left. */
function spreadOfOthers(group: LinkGroup, groups: readonly LinkGroup[], loads: Float64Array): number {
  const others = groups.filter((other) => other !== group).map(({ links }) => meanOf(links, loads));
  return others.length > 1 ? Math.max(...others) / Math.min(...others) : Number.POSITIVE_INFINITY;
}

/** For the sentence: what a group is compared with where the next one carries another amount by nature. */
export function usualNote({ usual }: Pick<Imbalance, 'usual'>): string {
  return usual === null
    ? ''
    : `; if all hosts sent the same to all others, it would be ${formatTimes(usual)}`;
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

/**
 * The direction, `+a` or `-a`, that carries more than its opposite, or less, by most times more than in other dimensions: of the two that
 * which is less usual.
 */
export function findOneWay(
  directions: readonly LinkGroup[],
  loads: Float64Array,
  expected: Float64Array,
): Comparison | null {
  const pairs = directions
    .filter(({ name }) => name.startsWith('+'))
    .flatMap((forth) => {
      const back = directions.find(({ name }) => name === `-${forth.name.slice(1)}`);
      const found = back && compareMeans([forth, back], loads);
      return found ? [found] : [];
    })
    .sort((a, b) => b.factor - a.factor);
  const [first, second] = pairs;
  if (!first || !isMoreThroughout(first, loads)) return null;
  const factor = first.factor / (second?.factor ?? 1);
  if (isUsual(first.group, first.next, directions, loads, expected)) {
    return { group: first.next, mean: first.nextMean, next: first.group, nextMean: first.mean, factor };
  }
  return { ...first, factor };
}

/**
 * Is a direction nearer than its opposite to what the other directions carry? As these are, or over what uniform traffic lets expect,
 * whichever they agree better by.
 */
function isUsual(
  group: LinkGroup,
  opposite: LinkGroup,
  directions: readonly LinkGroup[],
  loads: Float64Array,
  expected: Float64Array,
): boolean {
  const asTheyAre = ({ links }: LinkGroup) => Math.log(meanOf(links, loads));
  const overExpected = (one: LinkGroup) => asTheyAre(one) - Math.log(meanOf(one.links, expected));
  const others = directions.filter((one) => one !== group && one !== opposite);
  const spread = (amount: typeof asTheyAre) =>
    Math.max(...others.map(amount)) - Math.min(...others.map(amount));
  const amount = spread(asTheyAre) <= spread(overExpected) ? asTheyAre : overExpected;
  const usual = quantile(others.map(amount), 0.5);
  return Math.abs(amount(group) - usual) < Math.abs(amount(opposite) - usual);
}

/** Does a group carry more than another one at links of all kinds, so that a few busy ones are not what makes its mean? */
function isMoreThroughout({ group, next }: Comparison, loads: Float64Array): boolean {
  const [more, less] = [group, next].map((one) => usedLoads(one, loads));
  if (more.length < LEAST_USED * group.links.length) return false;
  return QUARTERS.every((share) => quantile(more, share) >= LEAST_EACH * quantile(less, share));
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
function compareMeans(groups: readonly LinkGroup[], loads: Float64Array): Comparison | null {
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
  const own = usedLoads(group, loads);
  if (own.length < LEAST_USED * group.links.length) return false;
  const others = groups
    .filter((other) => other !== group)
    .map((other) => quantile(usedLoads(other, loads), 0.75) || 0);
  return quantile(own, 0.25) >= APART * Math.max(...others);
}

function usedLoads({ links }: LinkGroup, loads: Float64Array): number[] {
  return links.map((link) => loads[link]).filter((load) => load > 0);
}

function meanOf(links: readonly number[], values: Float64Array): number {
  return links.reduce((sum, link) => sum + values[link], 0) / Math.max(1, links.length);
}
