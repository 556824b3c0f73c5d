import { assumedRouter, routerNamed } from '@weft/network';
import type { Confidence, VerdictKind } from '../answer.ts';
import type { Inquiry } from '../inquiry.ts';
import type { Test } from './test-suspect.ts';
import type { Tested } from './test-suspects.ts';

export interface Decision {
  readonly kind: VerdictKind;
  readonly confidence: Confidence;
  /** The test that passed; null where none did. */
  readonly test: Test | null;
  /** The best other test that comes near it. */
  readonly rival: Test | null;
}

/** Below this share of the time the network is innocent, where no test passes. */
const INNOCENT = 0.15;
/** A verdict is proven where the next best saves less than this share of it. */
const RIVAL = 0.6;
/** A model that leaves more than this share of the time unexplained decides nothing. */
const MOST_UNEXPLAINED = 0.1;

/** The verdict by the rules: the best of the tests that passed, or the job's own traffic, or nobody. */
export function decide(inquiry: Inquiry, { tests, cut }: Tested): Decision {
  const { observed, chain, slowLinks, machine } = inquiry;
  const passed = tests.filter((test) => test.passed).sort((a, b) => share(b) - share(a));
  const fault = passed.find(({ stage }) => stage === 'fault');
  const best = fault ?? routerToBlame(inquiry, tests) ?? passed[0] ?? null;
  const rival = best ? bestRival(tests, best) : null;
  const open = Math.abs(observed - chain.modelled) > MOST_UNEXPLAINED * observed;
  if (!best) {
    const own = open || chain.alone - chain.ideal >= INNOCENT * observed;
    return { kind: own ? 'own' : 'none', confidence: open || cut ? 'open' : 'proven', test: null, rival };
  }
  const unclear =
    best.suspect.kind === 'link' && (machine.sharedOtherwise || slowLinks.some(({ clear }) => !clear));
  const doubtful = rival !== null || unclear || cut || isLuck(best, passed);
  const confidence = open ? 'open' : doubtful ? 'likely' : 'proven';
  return { kind: best.suspect.kind, confidence, test: best, rival };
}

/**
 * Another placement often heals what a bad router does. Where the machine has not the router that its network is made for,
 * and that one helps nearly as much as any move of the job, the router is to blame.
 */
function routerToBlame({ machine }: Inquiry, tests: readonly Test[]): Test | null {
  const { network } = machine.fabric;
  const { routing } = machine.scenario;
  const made = routerNamed('minimal').refuses(network) === null ? 'minimal' : assumedRouter(network).name;
  if (routing === made) return null;
  const proper = tests.find(
    ({ stage, passed, suspect }) => stage === 'routing' && passed && suspect.router === made,
  );
  const moves = tests.filter(({ stage }) => stage === 'placement').map(share);
  return proper && share(proper) >= RIVAL * Math.max(0, ...moves) ? proper : null;
}

/** One draw of random hosts that helps, where no rule of placing does, may be a lucky one. */
function isLuck({ suspect }: Test, passed: readonly Test[]): boolean {
  return (
    suspect.placement === 'random' &&
    passed.every(({ suspect: { placement } }) => placement === undefined || placement === 'random')
  );
}

/** What a test saves of the time it is tested on. */
function share({ saving, before }: Test): number {
  return saving / Math.max(1, before);
}

/** The best test of another culprit that saves nearly as much; several cures of one kind are one culprit. */
function bestRival(tests: readonly Test[], best: Test): Test | null {
  const isCure = best.stage !== 'fault';
  const others = tests.filter(
    (test) =>
      test !== best &&
      (isCure || test.stage === 'fault') &&
      !(isCure && test.suspect.kind === best.suspect.kind) &&
      share(test) >= RIVAL * share(best),
  );
  return others.sort((a, b) => share(b) - share(a))[0] ?? null;
}
