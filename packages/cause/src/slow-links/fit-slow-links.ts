import type { WorkContext } from '@weft/model';
import { changeMachine } from '../machine/change-machine.ts';
import type { Machine } from '../machine/machine.ts';
import type { RecordedMessages } from '../run/recorded-run.ts';
import type { ModelledMessages } from './compared-times.ts';
import { LinkSuspicion, MOST_NAMED, type Residual, type SuspectLinks } from './suspect-links.ts';

/** Links found to be slow: the first of those that nothing tells apart stands for all. */
export interface FittedLink {
  readonly links: readonly number[];
  /** The share of its speed that is left. */
  readonly share: number;
  /** True where no other link explains the messages nearly as well. */
  readonly clear: boolean;
}

interface FittedMachine {
  readonly machine: Machine;
  readonly fitted: readonly FittedLink[];
  readonly time: number;
}

interface FitQuestion extends WorkContext {
  readonly job: number;
  readonly observed: number;
  readonly messages: RecordedMessages;
  /** The time in question and the messages of a run. */
  run(machine: Machine): Promise<ModelledRun>;
}

export interface ModelledRun {
  readonly time: number;
  readonly messages: ModelledMessages;
}

const MOST_LINKS = 3;
/** Gaps below this share of the time are not looked into; where links are shared otherwise, more is to be expected. */
const LEAST_GAP = 0.01;
const LEAST_GAP_OTHERWISE = 0.05;
/** A link is accepted where the gap in time falls to this share, or the residual to that. */
const GAP_LEFT = 0.6;
const RESIDUAL_LEFT = 0.75;
const RESIDUAL_LEFT_OTHERWISE = 0.9;
/** The second-best link fits clearly worse where it leaves so much more of the residual. */
const CLEARLY_WORSE = 1.5;
const REFINEMENTS = 5;
const CLOSE = 0.002;

/** A question, with what the recorded messages tell of links. */
interface Search extends FitQuestion {
  readonly suspicion: LinkSuspicion;
}

interface Trial {
  readonly suspect: SuspectLinks;
  readonly share: number;
  readonly machine: Machine;
  readonly run: ModelledRun;
  readonly residual: Residual;
}

/** Finds the links whose slowness explains why a run took longer than its machine as described. */
export async function fitSlowLinks(
  machine: Machine,
  first: Pick<ModelledRun, 'time'>,
  asked: FitQuestion,
): Promise<FittedMachine> {
  const fitted: FittedLink[] = [];
  const least = machine.sharedOtherwise ? LEAST_GAP_OTHERWISE : LEAST_GAP;
  if (gapOf(first, asked) <= least) return { machine, fitted, time: first.time };
  const question = { ...asked, suspicion: new LinkSuspicion(machine, asked.messages) };
  const run = await asked.run(machine);
  let now = { machine, run, residual: residualOf(machine, run, question) };
  while (fitted.length < MOST_LINKS && gapOf(now.run, question) > least) {
    const trials: Trial[] = [];
    for (const suspect of now.residual.suspects) {
      trials.push(await tryShare(now.machine, suspect, suspect.share, question));
    }
    const ranked = trials.sort((a, b) => a.residual.amount - b.residual.amount);
    if (ranked.length === 0) break;
    const best = await refine(now.machine, ranked[0], question);
    if (!isAccepted(now, best, question)) break;
    const rivals = ranked.slice(1).filter((rival) => fitsAsWell(rival, best));
    const clear = best.suspect.alike === best.suspect.links.length && rivals.length === 0;
    fitted.push({ links: withRivals(best.suspect.links, rivals), share: best.share, clear });
    now = best;
  }
  return { machine: now.machine, fitted, time: now.run.time };
}

function fitsAsWell(rival: Trial, best: Trial): boolean {
  return rival.residual.amount <= CLEARLY_WORSE * best.residual.amount;
}

/** Links that explain the messages nearly as well are named, too, as long as they are few. */
function withRivals(links: readonly number[], rivals: readonly Trial[]): readonly number[] {
  const named = [...links];
  for (const { suspect } of rivals) {
    const more = suspect.links.filter((link) => !named.includes(link));
    const isWhole = suspect.alike === suspect.links.length;
    if (isWhole && named.length + more.length <= MOST_NAMED) named.push(...more);
  }
  return named;
}

/** Either is enough where the model is exact; where links are shared otherwise, both must hold. */
function isAccepted(
  before: Pick<Trial, 'machine' | 'run' | 'residual'>,
  after: Trial,
  question: FitQuestion,
): boolean {
  const closer = gapOf(after.run, question) <= GAP_LEFT * gapOf(before.run, question);
  const left = after.residual.amount / Math.max(1, before.residual.amount);
  if (before.machine.sharedOtherwise) return closer && left <= RESIDUAL_LEFT_OTHERWISE;
  return closer || left <= RESIDUAL_LEFT;
}

function residualOf(machine: Machine, { messages }: ModelledRun, { suspicion, job }: Search): Residual {
  return suspicion.compare(machine, messages, job);
}

/** What is not explained, as a share of the observed time. */
function gapOf({ time }: Pick<ModelledRun, 'time'>, { observed }: FitQuestion): number {
  return Math.abs(observed - time) / Math.max(1, observed);
}

async function tryShare(
  machine: Machine,
  suspect: SuspectLinks,
  share: number,
  question: Search,
): Promise<Trial> {
  const slow = changeMachine(machine, { kind: 'degrade', link: suspect.links[0], share });
  const run = await question.run(slow);
  return { suspect, share, machine: slow, run, residual: residualOf(slow, run, question) };
}

/** Moves the share until the time is met, keeping what fits the messages best. */
async function refine(machine: Machine, start: Trial, question: Search): Promise<Trial> {
  let best = start;
  let slowest = start.share / 4;
  let fastest = 1;
  let now = start;
  for (let round = 0; round < REFINEMENTS && gapOf(best.run, question) > CLOSE; round++) {
    if (now.run.time > question.observed) slowest = now.share;
    else fastest = now.share;
    now = await tryShare(machine, start.suspect, Math.sqrt(slowest * fastest), question);
    if (gapOf(now.run, question) < gapOf(best.run, question)) best = now;
  }
  return best;
}
