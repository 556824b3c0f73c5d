import { formatExact, formatQuantity } from '@weft/model';
import { linkName, vertexName } from '@weft/network';
import type { CounterTest, Verdict } from '../answer.ts';
import { entersHost } from '../link/enters-host.ts';
import type { LinkEvidence } from '../link/link-evidence.ts';
import type { Situation } from '../situation.ts';
import { heatOf } from './judge-link.ts';

const situations: Readonly<Record<Situation, string>> = {
  simulated: 'Simulated: bytes are exact, and tests route the same messages again.',
  trace:
    'A trace on a network: messages are measured, their ways are modelled; tests compare two routings of the same messages.',
  counters:
    'Counters without messages: shares are estimated with 95 % ranges, there are no times; tests route the estimated traffic again.',
};

/** Every number of the sentences is in the answer. */
export function sayLink(evidence: LinkEvidence, verdict: Verdict, tests: readonly CounterTest[]): string[] {
  return [
    situations[evidence.situation],
    ...(evidence.exact || evidence.situation === 'counters'
      ? []
      : ['Messages are not in the dataset: tests spread what each host sent over the hosts of its job.']),
    heatSentence(evidence),
    ...shareSentences(evidence),
    ...(['missing', 'routing'] as const).flatMap((kind) => bestTest(tests, kind)).map(testSentence),
    verdictSentence(evidence, verdict),
    `Routes: ${evidence.origin}. Queues that fill up and block other links are not modelled.`,
  ];
}

function heatSentence(evidence: LinkEvidence): string {
  const { bytes, peers, median, sameSwitch, isHot } = heatOf(evidence);
  const where = sameSwitch ? 'of the same switch' : 'of the same kind in the machine';
  const compared = `the median of ${formatExact(peers, 'count')} links ${where} is ${formatQuantity(median, 'B')}`;
  const name = linkName(evidence.network, evidence.link);
  return `${name} carried ${formatQuantity(bytes, 'B')}; ${compared}: ${isHot ? 'hot' : 'not hot'}${median > 0 ? ` (${(bytes / median).toFixed(2)} times)` : ''}.`;
}

const SHOWN_SHARES = 5;

function shareSentences({ shares, loads, link, jobName, windows }: LinkEvidence): string[] {
  const part = (bytes: number) => `${((100 * bytes) / Math.max(1, loads[link])).toFixed(1)} %`;
  return shares
    .filter(({ bytes }, at) => bytes !== 0 && at < SHOWN_SHARES)
    .map(({ job, bytes, low, high }) => {
      const range = windows > 0 && job !== null ? `, 95 % range ${part(low)} to ${part(high)}` : '';
      return `${job === null ? 'Unexplained' : jobName(job)}: ${formatQuantity(bytes, 'B')} (${part(bytes)}${range}).`;
    });
}

function bestTest(tests: readonly CounterTest[], wanted: CounterTest['kind']): CounterTest[] {
  return tests
    .filter(({ kind }) => kind === wanted)
    .sort((a, b) => b.saving - a.saving)
    .slice(0, 1);
}

function testSentence({ change, before, after, saving }: CounterTest): string {
  const sign = saving > 0 ? '−' : '+';
  return `${change}: the fullest of these links carries ${formatQuantity(after, 'B')} instead of ${formatQuantity(before, 'B')} (${sign}${Math.abs(100 * saving).toFixed(1)} %).`;
}

function verdictSentence(evidence: LinkEvidence, verdict: Verdict): string {
  const { network, link } = evidence;
  const saved = `${(100 * verdict.saving).toFixed(1)} %`;
  const from = vertexName(network, network.links.src[link]);
  switch (verdict.kind) {
    case 'none':
      return verdict.confidence === 'open'
        ? 'Nothing that was tested explains it.'
        : 'Nobody fills this link more than its peers.';
    case 'own':
      return entersHost(network, link)
        ? `${vertexName(network, network.links.dst[link])} receives all of it: ${verdict.job ?? 'its job'} sends to one host, and no other way leads there (${verdict.confidence}).`
        : `${verdict.job ?? 'Its job'} fills its own link (${verdict.confidence}).`;
    case 'missing':
      return `A missing cable: with it back the fullest of these links carries ${saved} less (${verdict.confidence}).`;
    case 'routing':
      return `The routing at ${from}: another one leaves ${saved} less on the fullest of these links (${verdict.confidence}).`;
    default:
      return `${verdict.job ?? 'A job'} fills it: without it the link carries ${saved} less, and no other way for its messages helps by half (${verdict.confidence}).`;
  }
}
