import { formatQuantity } from '@weft/model';
import { linkName } from '@weft/network';
import { defineFinding, type Finding } from '../../finding.ts';
import type { JobTraffic } from '../../finding-facts/job-traffic.ts';
import { type LinkTraffic, meanUtilisation } from '../../finding-facts/link-traffic.ts';

/** Percent of its capacity that a link carries over the whole run, from which those who share it hold each other up. */
const HOT = 50;
/** Of the bytes of the link, for each of two jobs. */
const LEAST_SHARE = 0.25;

interface SharedLink {
  readonly link: number;
  readonly percent: number;
  readonly jobs: readonly [number, number];
}

export const sharedLinks = defineFinding({
  kind: 'shared-links',
  doc: 'Two jobs that both send much over links that are full for most of the run.',
  find: ({ traffic, jobs }) => {
    if (!traffic || !jobs || jobs.shares.length < 2) return [];
    const pairs = new Map<string, SharedLink[]>();
    for (const shared of sharedHotLinks(traffic, jobs)) {
      const pair = shared.jobs.join();
      pairs.set(pair, [...(pairs.get(pair) ?? []), shared]);
    }
    const most = [...pairs.values()].sort((a, b) => b.length - a.length).at(0);
    return most ? [describe(traffic, jobs, most)] : [];
  },
});

function sharedHotLinks(traffic: LinkTraffic, { onLinks }: JobTraffic): SharedLink[] {
  return [...onLinks].flatMap(([link, bytes]) => {
    const percent = meanUtilisation(traffic, link);
    if (!(percent >= HOT)) return [];
    const all = [...bytes.values()].reduce((sum, one) => sum + one, 0);
    const [first, second] = [...bytes].sort((a, b) => b[1] - a[1]);
    if (!second || !(second[1] >= LEAST_SHARE * all)) return [];
    const [low, high] = [Math.min(first[0], second[0]), Math.max(first[0], second[0])];
    return [{ link, percent, jobs: [low, high] as const }];
  });
}

function describe({ network }: LinkTraffic, { shares }: JobTraffic, links: readonly SharedLink[]): Finding {
  const [fullest] = [...links].sort((a, b) => b.percent - a.percent);
  const nameOf = (job: number) => shares.find((share) => share.job === job)?.name ?? `job ${job}`;
  const [first, second] = fullest.jobs;
  const [name, percent] = [linkName(network, fullest.link), formatQuantity(fullest.percent, '%')];
  const shared =
    links.length === 1
      ? `link ${name}, which is at ${percent} of its capacity over the whole run`
      : `${links.length.toLocaleString('en-US')} links that are above ${HOT}\u00a0% of capacity over the whole run; the fullest of them, ${name}, is at ${percent}`;
  return {
    kind: 'shared-links',
    text: `Jobs ${nameOf(first)} and ${nameOf(second)} share ${shared}.`,
    value: fullest.percent,
    unit: '%',
    factor: fullest.percent / HOT,
    where: { link: fullest.link, job: first, with: second },
  };
}
