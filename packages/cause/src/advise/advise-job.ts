import type { WorkContext } from '@weft/model';
import { changeMachine, jobNumber } from '../machine/change-machine.ts';
import type { Machine } from '../machine/machine.ts';
import { jobTime, rerun } from '../machine/rerun.ts';
import { type WhatIf, whatIf } from '../whatif/whatif.ts';
import {
  type CandidatePlacement,
  candidatePlacements,
  improvedPlacement,
  presentPlacement,
} from './candidate-placements.ts';

/** One placement, tried with all other jobs running. Times in nanoseconds. */
interface TriedPlacement {
  readonly change: string;
  readonly before: number;
  readonly after: number;
  /** (before - after) / before. */
  readonly saving: number;
}

export interface Advice {
  readonly job: string;
  /** leave: nothing tried saves 3 % or more than chance. */
  readonly verdict: 'move' | 'leave';
  readonly before: number;
  readonly after: number;
  readonly saving: number;
  /** What shifted starts of the jobs change, as a part of the time before. */
  readonly noise: number;
  /** The best placement that was tried, in words, and the vertex of the host of each of its nodes. */
  readonly change: string;
  readonly hosts: readonly number[];
  /** What it does to the other jobs. */
  readonly others: WhatIf['jobs'];
  readonly tests: readonly TriedPlacement[];
  readonly untested: readonly string[];
  readonly seconds: number;
}

/** A saving below this part is not worth moving for. */
const WORTH_MOVING = 0.03;

interface AdviseOptions extends WorkContext {
  /** Seconds after which no further placement is tried. */
  readonly limit?: number;
  /** Also searches orders of ranks that no placement has, and swaps from the present one. */
  readonly thorough?: boolean;
}

interface Tried extends TriedPlacement, CandidatePlacement {}

/** Tries other ways to place a job, each with all other jobs running as they do; the best is improved by swaps. */
export async function adviseJob(
  machine: Machine,
  name: string,
  options: AdviseOptions = {},
): Promise<Advice> {
  const began = performance.now();
  const { limit = Number.POSITIVE_INFINITY, thorough = false, signal, onProgress } = options;
  const job = jobNumber(machine, name);
  const before = jobTime(await rerun(machine, { signal, until: job }), job);
  const tried: Tried[] = [];
  const untested: string[] = [];
  const tryOut = async (candidate: CandidatePlacement | null, left: number): Promise<void> => {
    if (candidate === null) return;
    const done = tried.length + untested.length;
    onProgress?.({ label: candidate.name, done, total: done + left, unit: 'steps' });
    if (performance.now() - began > 1000 * limit) {
      untested.push(`${candidate.name}: beyond the limit of ${limit} s`);
      return;
    }
    const moved = changeMachine(machine, { kind: 'placement', job: name, placement: candidate });
    const after = jobTime(await rerun(moved, { signal, until: job }), job);
    const saving = (before - after) / Math.max(1, before);
    tried.push({ ...candidate, change: candidate.name, before, after, saving });
  };
  const candidates = candidatePlacements(machine, job, thorough);
  for (const [at, candidate] of candidates.entries()) await tryOut(candidate, candidates.length - at + 1);
  const best = bestOf(tried);
  if (best && best.saving >= WORTH_MOVING) await tryOut(improvedPlacement(machine, job, best), 1);
  else if (thorough) await tryOut(improvedPlacement(machine, job, presentPlacement(machine, job)), 1);
  const { saving, noise, others, ...rest } = await judged(machine, name, before, bestOf(tried), { signal });
  return {
    job: name,
    verdict: saving >= WORTH_MOVING && saving > noise ? 'move' : 'leave',
    before,
    saving,
    noise,
    ...rest,
    others,
    tests: tried.map(({ change, after, saving: saved }) => ({ change, before, after, saving: saved })),
    untested,
    seconds: (performance.now() - began) / 1000,
  };
}

function bestOf(tried: readonly Tried[]): Tried | null {
  return tried.reduce<Tried | null>(
    (best, other) => (best && best.after <= other.after ? best : other),
    null,
  );
}

/** The best placement beside the present one, run to the end of all jobs. */
async function judged(
  machine: Machine,
  name: string,
  before: number,
  best: Tried | null,
  context: WorkContext,
): Promise<Pick<Advice, 'after' | 'saving' | 'noise' | 'change' | 'hosts' | 'others'>> {
  const { hosts, change, after, saving } = best ?? {
    ...presentPlacement(machine, jobNumber(machine, name)),
    change: 'as it is',
    after: before,
    saving: 0,
  };
  const placement = { hosts };
  const { jobs } = await whatIf(machine, [{ kind: 'placement', job: name, placement }], context);
  const noise = (jobs.find(({ job }) => job === name)?.noise ?? 0) / Math.max(1, before);
  return { after, saving, noise, change, hosts, others: jobs.filter(({ job }) => job !== name) };
}
