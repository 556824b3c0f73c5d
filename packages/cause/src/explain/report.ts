import { formatQuantity } from '@weft/model';
import type { Answer, NamedLink, Share, Verdict } from '../answer.ts';
import type { Inquiry } from '../inquiry.ts';
import { saySituation } from '../situation.ts';
import type { Suspect } from '../suspect.ts';
import type { Decision } from './decide.ts';
import type { Test } from './test-suspect.ts';
import type { Tested } from './test-suspects.ts';

const LEFT_OUT =
  'The model knows no back-pressure: what blocks others through full buffers without sharing a link is not in it.';

export function reportOf(inquiry: Inquiry, tested: Tested, decision: Decision, seconds: number): Answer {
  const { observed, name, phase } = inquiry;
  const { test, kind, confidence } = decision;
  return {
    question: { job: name, ...(phase === null ? {} : { phase }) },
    target: { value: observed, unit: 'ns' },
    verdict: {
      kind,
      confidence,
      saving: test ? test.saving / Math.max(1, test.before) : 0,
      ...(test ? culprit(test.suspect, inquiry) : {}),
    },
    shares: sharesOf(inquiry, tested.tests),
    tests: tested.tests.map(({ suspect, words, change, before, after, saving, noise }) => ({
      kind: suspect.kind,
      ...(suspect.job === undefined ? {} : { job: suspect.job }),
      change: words,
      changes: change,
      before,
      after,
      saving: saving / Math.max(1, before),
      noise: noise / Math.max(1, before),
    })),
    untested: tested.untested,
    text: sentences(inquiry, tested, decision),
    seconds,
  };
}

function culprit(suspect: Suspect, { machine }: Inquiry): Partial<Verdict> {
  const { links } = machine.fabric.network;
  const named: NamedLink[] = [
    ...(suspect.links ?? []).map((link) => ({ link, from: links.src[link], to: links.dst[link] })),
    ...missingLinks(suspect),
  ];
  const { placement } = suspect;
  return {
    ...(suspect.job === undefined ? {} : { job: suspect.job }),
    ...(named.length === 0 ? {} : { links: named }),
    ...(suspect.switch === undefined ? {} : { switch: suspect.switch }),
    ...(suspect.host === undefined ? {} : { host: suspect.host }),
    ...(suspect.ranks === undefined ? {} : { ranks: suspect.ranks }),
    ...(suspect.router === undefined ? {} : { routing: suspect.router }),
    ...(placement === undefined
      ? {}
      : { placement: typeof placement === 'string' ? placement : 'ranks in the order of the hosts' }),
  };
}

/** Both directions of one or two cables; of more, those that leave the switch. */
function missingLinks({ cables = [], switch: vertex }: Suspect): NamedLink[] {
  const out = cables.map(({ from, to }) => (to === vertex ? { from: to, to: from } : { from, to }));
  const back = out.map(({ from, to }) => ({ from: to, to: from }));
  return [...out, ...(cables.length <= 2 ? back : [])].map((ends) => ({ link: null, ...ends }));
}

/** A telescoping chain: each share is what one more change takes away, so that they add up to the target exactly. */
function sharesOf({ observed, chain, situation }: Inquiry, tests: readonly Test[]): readonly Share[] {
  const jobs = tests.filter(({ suspect }) => suspect.kind === 'job');
  const others = chain.repaired - chain.alone;
  const single = jobs.map(({ suspect, saving }) => ({ cause: `job ${suspect.job}`, value: saving }));
  const jointly = others - single.reduce((sum, { value }) => sum + value, 0);
  const hidden = [
    { cause: 'unexplained', value: observed - chain.modelled },
    { cause: 'slow links', value: chain.modelled - chain.repaired },
  ];
  return [
    ...(situation === 'trace' ? [] : hidden),
    ...single,
    { cause: single.length === 0 ? 'other jobs' : 'other jobs jointly', value: jointly },
    { cause: 'own traffic', value: chain.alone - chain.ideal },
    { cause: 'imbalance', value: chain.ideal - chain.balanced },
    { cause: 'compute', value: chain.balanced },
  ];
}

function sentences(inquiry: Inquiry, { cut }: Tested, decision: Decision): string[] {
  const { observed, chain, situation, notes } = inquiry;
  const time = formatQuantity(observed, 'ns');
  const took = situation === 'trace' ? `takes ${time} in the replay` : `took ${time}`;
  return [
    saySituation(situation),
    `${subject(inquiry)} ${took}. ${verdictSentence(inquiry, decision)}`,
    ...openSentence(inquiry, decision, cut),
    `Of it, ${shareSentence('own traffic', chain.alone - chain.ideal, observed)}, ${shareSentence('other jobs', chain.repaired - chain.alone, observed)}, ${shareSentence('imbalance', chain.ideal - chain.balanced, observed)}, ${shareSentence('compute', chain.balanced, observed)}.`,
    ...notes,
    LEFT_OUT,
  ];
}

function subject({ name, phase }: Inquiry): string {
  return phase === null ? name : `Phase ${phase} of ${name}`;
}

function verdictSentence({ observed, chain }: Inquiry, { kind, test, confidence, rival }: Decision): string {
  const network = shareSentence('its own traffic', chain.alone - chain.ideal, observed);
  if (!test && kind === 'own') return `No test helps: ${network}.`;
  if (!test) return `The network is innocent: no test helps, and ${network}.`;
  const also = rival ? `; ${rival.words} it would save ${formatQuantity(rival.saving, 'ns')}` : '';
  return `The cause is ${confidence}: ${test.words} it takes ${formatQuantity(test.after, 'ns')} instead of ${formatQuantity(test.before, 'ns')} (${signedPercent(-test.saving, test.before)})${also}.`;
}

function openSentence({ observed, chain }: Inquiry, { confidence }: Decision, cut: boolean): string[] {
  if (cut)
    return ['Not all suspects were tested: what was tested until then is kept, and the verdict may change.'];
  if (confidence !== 'open') return [];
  const missed = shareSentence('unexplained', observed - chain.modelled, observed);
  return [`The model does not reproduce the run (${missed}), so the verdict is open.`];
}

function shareSentence(cause: string, value: number, whole: number): string {
  return `${cause} ${formatQuantity(value, 'ns')} (${((100 * value) / Math.max(1, whole)).toFixed(1)} %)`;
}

function signedPercent(difference: number, whole: number): string {
  const sign = difference < 0 ? '−' : '+';
  return `${sign}${((100 * Math.abs(difference)) / Math.max(1, whole)).toFixed(1)} %`;
}
