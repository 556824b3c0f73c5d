import { WeftError, type WorkContext } from '@weft/model';
import type { Change } from '../change.ts';
import type { Inquiry } from '../inquiry.ts';
import { changedBy } from '../machine/change-machine.ts';
import type { Machine } from '../machine/machine.ts';
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

/** The least effect of a cause: of faults and jobs, and of the best of several cures. */
export const LEAST_OF_FAULT = 0.05;
export const LEAST_OF_CURE = 0.08;
const TIMES_NOISE = 3;
const SHIFT_SEEDS = [1, 2, 3];

/** Errors that end one test and not the search: why it could not be made. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['PLACEMENT-TOO-LARGE', 'the job does not fit there'],
  ['BAD-PLACEMENT', 'the job does not fit there'],
  ['BAD-SCENARIO', 'the router does not take this network'],
  ['CANCELLED', 'cancelled'],
]);

/** The test, or why it could not be made. */
export async function testSuspect(
  kind: SuspectKind,
  suspect: Suspect,
  inquiry: Inquiry,
  context: WorkContext,
): Promise<Test | string> {
  try {
    return await runTest(kind, suspect, inquiry, context);
  } catch (error) {
    const reason = error instanceof WeftError ? REASONS.get(error.code) : undefined;
    if (reason !== undefined) return reason;
    throw error;
  }
}

async function runTest(
  kind: SuspectKind,
  suspect: Suspect,
  inquiry: Inquiry,
  context: WorkContext,
): Promise<Test> {
  const { machine, before } = baseOf(kind.stage, inquiry);
  const change = kind.change(suspect, inquiry);
  const changed = changedBy(machine, change);
  const after = await measure(changed, inquiry, context);
  const noise = kind.stage === 'placement' ? 0 : await inquiry.noise(context);
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
