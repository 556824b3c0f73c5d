import { formatQuantity, formatTimeRange, formatTimes, type Network, textAt } from '@weft/model';
import { linkName } from '@weft/network';
import { defineFinding, type Finding } from '../../finding.ts';
import type { FindingFacts } from '../../finding-facts/finding-facts.ts';
import { linkPeers } from '../../finding-facts/link-groups.ts';
import { type LinkTraffic, peakUtilisation } from '../../finding-facts/link-traffic.ts';
import { RARE_EFOLDS, type StandOut, standOut } from '../../finding-facts/stand-out.ts';

/** Times the traffic that 5 % of its peers exceed, and robust standard deviations above their median. */
const LEAST = { total: { factor: 1.8, sigmas: 5 }, peak: { factor: 2.5, sigmas: 7 } };
/** Less is seen where a gap of so many deviations parts it from its peers. */
const LEAST_APART = { factor: 1.4, sigmas: 5, gap: { total: 2.5, peak: 4.7 } };
/** Of few peers the deviation itself is a guess: of so many, gaps must be twice as wide. */
const UNSURE_PEERS = 6;
/** What is so many times that of every other link is no chance where the gap is wide, too, however unlike the others are. */
const LEAST_LEAD = { factor: { total: 2.3, peak: 2.4 }, sigmas: 4, gap: { total: 2.5, peak: 3 } };
/** Nor where chance leaves no such lead by how the next links lie; busiest steps spread more than that tells. */
const LEAST_LEAD_BY_NEXT = { total: 1.8, peak: 2.4 };
/**
 * The busiest steps of links are largest values, which chance spreads by Gumbel's law: so many of their deviations are one e-fold
 * less of chance, and so many e-folds beyond the largest to be expected of all peers are none any more.
 */
const EFOLDS_OF_SIGMA = 1.28;
const NO_CHANCE = 6;
/** A path fills several links alike; more than this share of the peers are no exception. */
const MOST_ALIKE = 0.04;
const FEW = 3;

interface HotLink extends StandOut {
  readonly link: number;
  readonly peers: readonly number[];
  readonly of: 'total' | 'peak';
}

export const hotLink = defineFinding({
  kind: 'hot-link',
  doc: 'A link that carries far more than others of its class and direction, over the run or in one step.',
  find: ({ traffic, jobs, origin }) => {
    if (!traffic) return [];
    const found = linkPeers(traffic.network).flatMap((peers) => hottest(traffic, peers));
    const best = found.sort((a, b) => b.factor - a.factor || b.value - a.value).at(0);
    return best ? [describe(traffic, jobs, origin, best)] : [];
  },
});

function hottest(traffic: LinkTraffic, peers: readonly number[]): HotLink[] {
  const measures = { total: traffic.totals, peak: traffic.peaks };
  return (['total', 'peak'] as const).flatMap((of) => {
    const found = standOut(peers.map((link) => measures[of][link]));
    if (!found) return [];
    const hot = { ...found, link: peers[found.at], peers, of };
    if (isFarAbove(hot)) return [hot];
    return isApart(hot) || leads(hot) ? [{ ...hot, factor: hot.gap.factor }] : [];
  });
}

function isFarAbove({ of, factor, sigmas, alike, peers }: HotLink): boolean {
  const byChance = of === 'peak' ? (Math.log(peers.length) + NO_CHANCE) / EFOLDS_OF_SIGMA : 0;
  if (factor < LEAST[of].factor || sigmas < Math.max(LEAST[of].sigmas, byChance)) return false;
  return alike <= Math.max(FEW, MOST_ALIKE * peers.length);
}

function isApart({ of, sigmas, gap, peers }: HotLink): boolean {
  const leastGap = LEAST_APART.gap[of] * (1 + UNSURE_PEERS / peers.length);
  return gap.factor >= LEAST_APART.factor && gap.sigmas >= leastGap && sigmas >= LEAST_APART.sigmas;
}

function leads({ of, lead, leadEfolds, sigmas, gap }: HotLink): boolean {
  if (lead >= LEAST_LEAD_BY_NEXT[of] && leadEfolds >= RARE_EFOLDS) return true;
  return lead >= LEAST_LEAD.factor[of] && gap.sigmas >= LEAST_LEAD.gap[of] && sigmas >= LEAST_LEAD.sigmas;
}

function describe(
  traffic: LinkTraffic,
  jobs: FindingFacts['jobs'],
  origin: string | null,
  hot: HotLink,
): Finding {
  const { network, edges, peakSteps, totals, unit } = traffic;
  const { link, factor } = hot;
  const step = peakSteps[link];
  const [from, to] = [edges[step], edges[step + 1]];
  const percent = peakUtilisation(traffic, link);
  const known = !Number.isNaN(percent);
  const amount = known
    ? `reaches ${formatQuantity(percent, '%')} of its capacity (${formatTimeRange([from, to], origin)})`
    : `carries ${formatQuantity(totals[link], unit)}`;
  const value = known ? percent : totals[link];
  return {
    kind: 'hot-link',
    text: `Link ${linkName(network, link)} ${amount}, ${compare(network, hot)}${firstJob(jobs, link)}.`,
    value,
    unit: known ? '%' : unit,
    factor,
    where: { link, from, to },
  };
}

/** Against links of its kind, which is named, since links of another may be fuller. */
function compare({ links }: Network, { value, median, next, peers }: HotLink): string {
  const [first] = peers;
  const oneWay = peers.every((link) => links.direction.codes[link] === links.direction.codes[first]);
  const names = [textAt(links.class, first), oneWay ? textAt(links.direction, first) : null];
  const kind = names.filter((name) => name !== null).join(' ');
  const ofKind = `links of its kind${kind && ` (${kind})`}`;
  const others =
    peers.length === 2
      ? `the other link of its kind${kind && ` (${kind})`}`
      : `the other ${(peers.length - 1).toLocaleString('en-US')} ${ofKind}`;
  if (median > 0) return `${formatTimes(value / median)} the median of ${others}`;
  if (next > 0) return `${formatTimes(value / next)} the 95th percentile of the less loaded ${ofKind}`;
  return `while ${others} carry next to nothing`;
}

/** Which job sends most over the link in the whole run, where that is known: another may fill it in its busiest step. */
function firstJob(jobs: FindingFacts['jobs'], link: number): string {
  const onLink = [...(jobs?.onLinks.get(link) ?? [])].sort((a, b) => b[1] - a[1]);
  const total = onLink.reduce((sum, [, bytes]) => sum + bytes, 0);
  if (!jobs || jobs.shares.length < 2 || !(total > 0)) return '';
  const [[job, bytes]] = onLink;
  const name = jobs.shares.find((share) => share.job === job)?.name ?? `job ${job}`;
  return `; job ${name} sends ${formatQuantity((100 * bytes) / total, '%')} of what it carries over the whole run`;
}
