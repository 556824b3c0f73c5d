import { NONE } from '@weft/model';
import type { Finding, FindingKind, FindingSearch } from '../finding.ts';
import type { FindingFacts } from '../finding-facts/finding-facts.ts';
import { findNothing } from './find-nothing.ts';

/** Said after all else: it is about the data rather than the run. */
const LAST: FindingKind = 'unread';

/**
 * What stands out most from the next of its own kind comes first; what follows from another finding comes after it.
 * Where nothing stands out, that is said first, with its number.
 */
export function rankFindings(searches: readonly FindingSearch[], facts: FindingFacts): Finding[] {
  const found = searches.flatMap((search) => search.find(facts));
  const place = (finding: Finding) => {
    if (finding.kind === LAST) return 2;
    return isConsequence(finding, found, facts) ? 1 : 0;
  };
  const ranked = found
    .map((finding) => ({ finding, place: place(finding) }))
    .sort((a, b) => a.place - b.place || b.finding.factor - a.finding.factor)
    .map(({ finding }) => finding);
  return ranked.some(({ kind }) => kind !== LAST) ? ranked : [findNothing(facts), ...ranked];
}

/** Does it follow from another finding: a link that a dominant job fills, an hour that holds an unusual phase? */
function isConsequence(finding: Finding, all: readonly Finding[], facts: FindingFacts): boolean {
  return all.some((cause) => cause !== finding && explains(cause, finding, facts));
}

/** A program that does the same again and again decides by it which links are full. */
const IMBALANCES: readonly FindingKind[] = ['level-imbalance', 'pod-imbalance', 'dimension-imbalance'];
const ABOUT_LINKS: readonly FindingKind[] = ['hot-link', 'busy-time', 'heavy-rank', ...IMBALANCES];

/** A job explains no imbalance that is far larger than itself. */
const ABOUT_AS_MUCH = 1.25;
/** Nor a link that is hotter than a job makes some of its links, which it fills unequally, where it is not known who fills the link. */
const UNEQUALLY = 2;

function explains(cause: Finding, finding: Finding, { jobs, traffic, phases }: FindingFacts): boolean {
  const alone = (jobs?.shares.length ?? 0) < 2;
  switch (cause.kind) {
    case 'period':
      return ABOUT_LINKS.includes(finding.kind) && alone;
    case 'dominant-job':
      if (IMBALANCES.includes(finding.kind)) return finding.factor <= ABOUT_AS_MUCH * cause.factor;
      return finding.kind === 'hot-link' && fills(cause, finding, jobs);
    case 'outlier-phase':
      if (finding.kind === 'heavy-rank') return isHeavyIn(cause, finding, phases);
      if (IMBALANCES.includes(finding.kind)) return alone;
      return (finding.kind === 'busy-time' || finding.kind === 'hot-link') && overlap(cause, finding);
    case 'hot-link':
      return finding.kind === 'shared-links';
    case 'pod-imbalance':
      return (
        finding.kind === 'shared-links' ||
        (finding.kind === 'hot-link' && touchesPod(traffic, finding, cause))
      );
    case 'heavy-rank':
      if (finding.kind === 'outlier-phase') return !isHeavyIn(finding, cause, phases);
      return finding.kind === 'hot-link';
    case 'slow-rank':
      if (ABOUT_LINKS.includes(finding.kind)) return alone;
      return finding.kind === 'wait' || finding.kind === 'outlier-phase';
    default:
      return false;
  }
}

/** Does a heavy rank send more in an unusual phase than in all others? */
function isHeavyIn({ where: { phase } }: Finding, heavy: Finding, phases: FindingFacts['phases']): boolean {
  const { rank, job } = heavy.where;
  const sent = phases?.job === job ? phases?.sentInOutliers.get(phase ?? NONE) : undefined;
  return sent !== undefined && rank !== undefined && sent[rank] >= heavy.value / 2;
}

function touchesPod(
  traffic: FindingFacts['traffic'],
  { where: { link } }: Finding,
  { where }: Finding,
): boolean {
  if (!traffic || link === undefined) return false;
  const { links, vertices } = traffic.network;
  return [links.src[link], links.dst[link]].some((vertex) => vertices.pod[vertex] === where.pod);
}

function fills(cause: Finding, hot: Finding, jobs: FindingFacts['jobs']): boolean {
  const first = firstJobOn(jobs, hot.where.link);
  return first === undefined ? hot.factor <= UNEQUALLY * cause.factor : first === cause.where.job;
}

function firstJobOn(jobs: FindingFacts['jobs'], link: number | undefined): number | undefined {
  const onLink = link === undefined ? undefined : jobs?.onLinks.get(link);
  return onLink && [...onLink].sort((a, b) => b[1] - a[1]).at(0)?.[0];
}

function overlap({ where: a }: Finding, { where: b }: Finding): boolean {
  return a.from !== undefined && a.to !== undefined && b.from !== undefined && b.to !== undefined
    ? a.from < b.to && b.from < a.to
    : false;
}
