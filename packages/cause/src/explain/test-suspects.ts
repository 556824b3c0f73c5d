import type { WorkContext } from '@weft/model';
import type { Inquiry } from '../inquiry.ts';
import { suspectKinds } from '../registry.ts';
import type { Suspect, SuspectKind } from '../suspect.ts';
import { LEAST_OF_CURE, LEAST_OF_FAULT, type Test, testSuspect } from './test-suspect.ts';

export interface Tested {
  readonly tests: readonly Test[];
  /** Suspects that were not tested, in words with the reason. */
  readonly untested: readonly string[];
  /** True where it was cancelled or the time was over before all were tested. */
  readonly cut: boolean;
}

/** A job that takes away so much of what all others do together leaves nothing for the rest. */
const MOST_OF_OTHERS = 0.8;
/** The least that all slow ranks of a job together must cost for one of them to be tested. */
const LEAST_OF_IMBALANCE = LEAST_OF_FAULT / 2;

export interface TestOptions extends WorkContext {
  /** Seconds after which no more tests are begun. */
  readonly limit?: number;
  /** Tests that were made before, by their words: they are not made again. */
  readonly done?: Map<string, Test>;
  /** Called after each test. */
  onTest?(test: Test): void;
}

/** Tests suspects stage by stage; where a fault or a job passes, cures are not tried. */
export async function testSuspects(inquiry: Inquiry, options: TestOptions = {}): Promise<Tested> {
  const began = performance.now();
  const tests: Test[] = [];
  const untested: string[] = [];
  for (const kind of suspectKinds) {
    const reason = whyNotTested(kind, inquiry, tests);
    const suspects = reason === null ? await suspectsOf(kind, inquiry, untested, options) : [];
    if (reason !== null) untested.push(reason);
    for (const suspect of suspects) {
      const skipped = whyOver(began, options) ?? whyHarmless(suspect, inquiry, tests);
      if (skipped !== null) {
        untested.push(`${kind.say(suspect, inquiry)}: ${skipped}`);
        continue;
      }
      const words = kind.say(suspect, inquiry);
      const test = options.done?.get(words) ?? (await testSuspect(kind, suspect, inquiry, options));
      if (typeof test === 'string') {
        untested.push(`${words}: ${test}`);
        continue;
      }
      tests.push(test);
      options.done?.set(words, test);
      options.onTest?.(test);
    }
  }
  return { tests, untested, cut: whyOver(began, options) !== null };
}

/** None where the search for them is cancelled. */
async function suspectsOf(
  kind: SuspectKind,
  inquiry: Inquiry,
  untested: string[],
  options: TestOptions,
): Promise<readonly Suspect[]> {
  try {
    return await kind.find(inquiry, options);
  } catch (error) {
    if (!options.signal?.aborted) throw error;
    untested.push(`${kind.name}: cancelled`);
    return [];
  }
}

function whyOver(began: number, { signal, limit = Number.POSITIVE_INFINITY }: TestOptions): string | null {
  if (signal?.aborted) return 'cancelled';
  return performance.now() - began > 1000 * limit ? 'the time limit was reached' : null;
}

/** Why a whole kind of suspects is left out; null = it is not. */
export function whyNotTested(
  { stage, name }: SuspectKind,
  { chain, observed }: Inquiry,
  tests: readonly Test[],
): string | null {
  if (stage === 'fault') return null;
  if (tests.some((test) => test.stage === 'fault' && test.passed)) {
    return `${name}: a fault or a job explains it, and a cure is not a cause`;
  }
  if (chain.repaired - chain.ideal < LEAST_OF_CURE * observed) {
    return `${name}: the network takes ${percent(chain.repaired - chain.ideal, observed)} of the time`;
  }
  return null;
}

/** What tells without a test of its own that a suspect does not matter; null = nothing does. */
export function whyHarmless(suspect: Suspect, inquiry: Inquiry, tests: readonly Test[]): string | null {
  if (suspect.kind === 'job') return whyHarmlessJob(inquiry, tests);
  return suspect.kind === 'host' ? whyHarmlessHost(inquiry) : null;
}

/** In a network that takes no time, slow ranks cost as much as they do in any other; what is more is luck. */
function whyHarmlessHost({ chain, observed }: Inquiry): string | null {
  const imbalance = chain.ideal - chain.balanced;
  return imbalance < LEAST_OF_IMBALANCE * observed
    ? `ranks that compute longer than others take ${percent(imbalance, observed)} of the time`
    : null;
}

function whyHarmlessJob({ chain, observed }: Inquiry, tests: readonly Test[]): string | null {
  const others = chain.repaired - chain.alone;
  if (others < LEAST_OF_FAULT * observed && chain.modelled === chain.repaired) {
    return `all other jobs together take ${percent(others, observed)} of the time`;
  }
  const found = tests.find((test) => test.suspect.kind === 'job' && test.passed);
  return found && found.saving > MOST_OF_OTHERS * others ? `${found.suspect.job} explains most of it` : null;
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
}
