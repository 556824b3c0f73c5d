import { WeftError, type WorkContext } from '@weft/model';
import type { Change } from '../change.ts';
import type { Inquiry } from '../inquiry.ts';
import { changedBy } from '../machine/change-machine.ts';
import type { Machine } from '../machine/machine.ts';
import { suspectKinds } from '../registry.ts';
import type { Stage, Suspect, SuspectKind } from '../suspect.ts';
import { measure } from './measure.ts';
import { aloneOn } from './open-inquiry.ts';

/** A suspect that was tested: the time in question without and with the change, in nanoseconds. */
export interface Test {
  readonly suspect: Suspect;
  readonly stage: Stage;
  readonly words: string;
  readonly change: readonly Change[];
  readonly before: number;
  readonly after: number;
  /** Before less after. */
  readonly saving: number;
  readonly noise: number;
  readonly passed: boolean;
}

export interface Tested {
  readonly tests: readonly Test[];
  /** Suspects that were not tested, in words with the reason. */
  readonly untested: readonly string[];
  /** True where it was cancelled or the time was over before all were tested. */
  readonly cut: boolean;
}

/** The least effect of a cause: of faults and jobs, and of the best of several cures. */
const LEAST_OF_FAULT = 0.05;
const LEAST_OF_CURE = 0.08;
const TIMES_NOISE = 3;
const SHIFT_SEEDS = [1, 2, 3];
/** A job that takes away so much of what all others do together leaves nothing for the rest. */
const MOST_OF_OTHERS = 0.8;

/** Errors that end one test and not the search: why it could not be made. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['PLACEMENT-TOO-LARGE', 'the job does not fit there'],
  ['BAD-PLACEMENT', 'the job does not fit there'],
  ['BAD-SCENARIO', 'the router does not take this network'],
  ['CANCELLED', 'cancelled'],
]);

export interface TestOptions extends WorkContext {
  /** Seconds after which no more tests are begun. */
  readonly limit?: number;
  /** Called when the shares are known, before anything is tested, and after each test. */
  onShares?(inquiry: Inquiry): void;
  onTest?(test: Test): void;
}

/** Tests suspects stage by stage; where a fault or a job passes, cures are not tried. */
export async function testSuspects(inquiry: Inquiry, options: TestOptions = {}): Promise<Tested> {
  const began = performance.now();
  const tests: Test[] = [];
  const untested: string[] = [];
  for (const kind of suspectKinds) {
    const reason = whyNotTested(kind, inquiry, tests);
    const suspects = reason === null ? await kind.find(inquiry) : [];
    if (reason !== null) untested.push(reason);
    for (const suspect of suspects) {
      const skipped = whySkipped(suspect, inquiry, tests, began, options);
      if (skipped !== null) {
        untested.push(`${kind.say(suspect, inquiry)}: ${skipped}`);
        continue;
      }
      const test = await testSuspect(kind, suspect, inquiry, options);
      if (typeof test === 'string') untested.push(`${kind.say(suspect, inquiry)}: ${test}`);
      else tests.push(test);
      if (typeof test !== 'string') options.onTest?.(test);
    }
  }
  return { tests, untested, cut: isOver(began, options) };
}

function isOver(began: number, { signal, limit = Number.POSITIVE_INFINITY }: TestOptions): boolean {
  return signal?.aborted === true || performance.now() - began > 1000 * limit;
}

/** Why a whole kind of suspects is left out; null = it is not. */
function whyNotTested({ stage, name }: SuspectKind, { chain, observed }: Inquiry, tests: readonly Test[]) {
  if (stage === 'fault') return null;
  if (tests.some((test) => test.stage === 'fault' && test.passed)) {
    return `${name}: a fault or a job explains it, and a cure is not a cause`;
  }
  if (chain.repaired - chain.ideal < LEAST_OF_CURE * observed) {
    return `${name}: the network takes ${percent(chain.repaired - chain.ideal, observed)} of the time`;
  }
  return null;
}

function whySkipped(
  suspect: Suspect,
  { chain, observed }: Inquiry,
  tests: readonly Test[],
  began: number,
  options: TestOptions,
): string | null {
  if (isOver(began, options)) return options.signal?.aborted ? 'cancelled' : 'the time limit was reached';
  if (suspect.kind !== 'job') return null;
  const others = chain.repaired - chain.alone;
  if (others < LEAST_OF_FAULT * observed && chain.modelled === chain.repaired) {
    return `all other jobs together take ${percent(others, observed)} of the time`;
  }
  const found = tests.find((test) => test.suspect.kind === 'job' && test.passed);
  return found && found.saving > MOST_OF_OTHERS * others ? `${found.suspect.job} explains most of it` : null;
}

/** The test, or why it could not be made. */
async function testSuspect(
  kind: SuspectKind,
  suspect: Suspect,
  inquiry: Inquiry,
  context: WorkContext,
): Promise<Test | string> {
  const { machine, before } = baseOf(kind.stage, inquiry);
  const change = kind.change(suspect, inquiry);
  let after: number;
  let changed: Machine;
  try {
    changed = changedBy(machine, change);
    after = await measure(changed, inquiry, context);
  } catch (error) {
    const reason = error instanceof WeftError ? REASONS.get(error.code) : undefined;
    if (reason !== undefined) return reason;
    throw error;
  }
  const noise = kind.stage === 'placement' ? 0 : inquiry.noise;
  const least = (kind.stage === 'fault' ? LEAST_OF_FAULT : LEAST_OF_CURE) * inquiry.observed;
  const saving = before - after;
  const passed =
    saving >= least &&
    (saving >= TIMES_NOISE * noise || (await savesAlways(machine, changed, least, inquiry, context)));
  return {
    suspect,
    stage: kind.stage,
    words: kind.say(suspect, inquiry),
    change,
    before,
    after,
    saving,
    noise,
    passed,
  };
}

/** Where times vary much, a change passes if it saves enough however the other jobs are shifted. */
async function savesAlways(
  machine: Machine,
  changed: Machine,
  least: number,
  inquiry: Inquiry,
  context: WorkContext,
): Promise<boolean> {
  for (const shift of SHIFT_SEEDS) {
    const before = await measure(machine, inquiry, context, shift);
    if (before - (await measure(changed, inquiry, context, shift)) < least) return false;
  }
  return true;
}

/** The machine on which suspects of a stage are tested, and its time. */
function baseOf(stage: Stage, inquiry: Inquiry): { machine: Machine; before: number } {
  const { machine, repaired, chain, job } = inquiry;
  if (stage === 'fault') return { machine, before: chain.modelled };
  if (stage === 'routing') return { machine: repaired, before: chain.repaired };
  return { machine: aloneOn(repaired, job), before: chain.alone };
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
}
