import type { Confidence, CounterTest, Verdict } from '../answer.ts';
import { entersHost } from '../link/enters-host.ts';
import type { LinkEvidence } from '../link/link-evidence.ts';
import type { LinkSuspect } from '../link/link-suspect.ts';
import { medianOf, peerRule, peersOf } from '../link/peers-of-link.ts';

export interface TestedSuspect {
  readonly suspect: LinkSuspect;
  readonly test: CounterTest;
}

/** How full a link is among those that do the same work. */
interface LinkHeat {
  readonly bytes: number;
  readonly peers: number;
  readonly median: number;
  readonly sameSwitch: boolean;
  readonly isHot: boolean;
}

const HOT = 2;
/** A change heals where it leaves the fullest peer at this part of the link or less. */
const HEALED = 0.5;
/** A test is proof where the next best saves less than this part of it. */
const CLEARLY = 0.6;
const MOST_UNEXPLAINED = 0.1;

export function heatOf({ network, link, loads }: LinkEvidence): LinkHeat {
  const rule = peerRule(network, link);
  const peers = peersOf(network, rule);
  const median = medianOf(peers.map((peer) => loads[peer]));
  return {
    bytes: loads[link],
    peers: peers.length,
    median,
    sameSwitch: rule.sameSwitch,
    isHot: loads[link] > 0 && loads[link] >= HOT * median,
  };
}

/** Nothing is proven by tests as long as other suspects are not tested. */
export function judgeLink(
  evidence: LinkEvidence,
  tested: readonly TestedSuspect[],
  complete: boolean,
): Verdict {
  const verdict = judgeTested(evidence, tested);
  const byRule = verdict.kind === 'own' || verdict.kind === 'none';
  return complete || byRule || verdict.confidence !== 'proven'
    ? verdict
    : { ...verdict, confidence: 'likely' };
}

function judgeTested(evidence: LinkEvidence, tested: readonly TestedSuspect[]): Verdict {
  const heat = heatOf(evidence);
  const { link, network } = evidence;
  const at = { links: [{ link, from: network.links.src[link], to: network.links.dst[link] }] };
  if (heat.bytes === 0 || heat.bytes < heat.median) {
    return { kind: 'none', confidence: 'proven', saving: 0 };
  }
  const [job, next] = bestOf(tested, 'job');
  const own = job?.test.job === undefined ? {} : { job: job.test.job };
  if (entersHost(network, link)) {
    return {
      kind: 'own',
      confidence: known(evidence, 'proven'),
      saving: 0,
      host: network.links.dst[link],
      ...own,
      ...at,
    };
  }
  const cables = bestOf(tested, 'missing')[0];
  const routing = bestOf(tested, 'routing')[0];
  const again = tested.find(({ suspect }) => suspect.id === `routing:${evidence.router}`);
  if (cables && heals(cables.test) && !(again && heals(again.test))) {
    const rivals = tested.filter(
      ({ suspect }) => suspect.kind === 'missing' && !sharesCable(suspect, cables.suspect),
    );
    const saving = cables.test.saving;
    const confidence = rivals.every(({ test }) => test.saving < CLEARLY * saving) ? 'proven' : 'likely';
    return {
      kind: 'missing',
      confidence: known(evidence, confidence),
      saving,
      links: cables.suspect.cables,
      switch: network.links.src[link],
    };
  }
  if (routing && heals(routing.test)) {
    const confidence = cables && cables.test.saving >= CLEARLY * routing.test.saving ? 'likely' : 'proven';
    return {
      kind: 'routing',
      confidence: known(evidence, confidence),
      saving: routing.test.saving,
      switch: network.links.src[link],
      ...at,
    };
  }
  if (!job) return { kind: 'none', confidence: 'open', saving: 0, ...at };
  const clear = !next || next.test.saving + next.test.noise < CLEARLY * job.test.saving;
  const confidence = clear && heals(job.test) && heat.isHot ? 'proven' : 'likely';
  return { kind: 'job', confidence: known(evidence, confidence), saving: job.test.saving, ...own, ...at };
}

function heals({ before, after }: CounterTest): boolean {
  return before > 0 && after <= HEALED * before;
}

/** Tested suspects of a kind, the largest saving first; fewer cables first among equals. */
function bestOf(tested: readonly TestedSuspect[], kind: LinkSuspect['kind']): TestedSuspect[] {
  const size = ({ suspect }: TestedSuspect) => suspect.cables?.length ?? 0;
  return tested
    .filter(({ suspect }) => suspect.kind === kind)
    .sort((a, b) => b.test.saving - a.test.saving || size(a) - size(b));
}

function sharesCable({ cables: a = [] }: LinkSuspect, { cables: b = [] }: LinkSuspect): boolean {
  return a.some(({ from, to }) => b.some((other) => other.from === from && other.to === to));
}

/** Open where more than a tenth of the bytes is of nobody known. */
function known({ shares, loads, link }: LinkEvidence, confidence: Confidence): Confidence {
  const unexplained = shares.find(({ job }) => job === null)?.bytes ?? 0;
  return Math.abs(unexplained) > MOST_UNEXPLAINED * loads[link] ? 'open' : confidence;
}
