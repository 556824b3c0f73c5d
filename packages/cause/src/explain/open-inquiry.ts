import { type PathPart, stepTimes, walkCriticalPath } from '@weft/analysis';
import { WeftError, type WorkContext } from '@weft/model';
import { pause, prepareScenario } from '@weft/simulate';
import type { Chain, Inquiry } from '../inquiry.ts';
import { changedBy, changeMachine, jobNumber } from '../machine/change-machine.ts';
import { type Machine, preparedMachine } from '../machine/machine.ts';
import { machineOf } from '../machine/machine-of-run.ts';
import { keptHops, keptMessages } from '../run/kept-rows.ts';
import type { Run } from '../run/read-run.ts';
import type { RecordedRun } from '../run/recorded-run.ts';
import { fitSlowLinks } from '../slow-links/fit-slow-links.ts';
import type { TraceRun } from '../trace/trace-run.ts';
import { instrumentedRun, measure, phaseTime, type Target } from './measure.ts';

export interface ExplainOptions extends WorkContext {
  readonly phase?: number;
  /** Nanoseconds, from <= t < to: the phase that takes most of it is asked about, the whole job where it lies inside. */
  readonly time?: readonly [number, number] | null;
  /** Explain with whole messages, however the run was simulated. */
  readonly wholeMessages?: boolean;
  /** Called as soon as there are shares; those of slow links that are looked for next are still unexplained. */
  onShares?(inquiry: Inquiry): void;
}

const SHIFT_SEED = 1;

/** Everything about a slow job that does not depend on a suspect. */
export function openInquiry(run: Run, name: string, options: ExplainOptions = {}): Promise<Inquiry> {
  return run.situation === 'trace' ? openTrace(run, name, options) : openRecorded(run, name, options);
}

/** Only differences between two replays count: the time in question is that of the replay, not the measured one. */
async function openTrace(run: TraceRun, name: string, options: ExplainOptions): Promise<Inquiry> {
  const machine = machineOf(run);
  const job = jobNumber(machine, name);
  if (options.phase !== undefined) {
    const advice = 'Ask about the whole job.';
    throw refusal('UNKNOWN-PHASE', `${name} is a trace: its ranks have no steps in common`, advice);
  }
  const target: Target = { job, phase: null };
  const time = await measure(machine, target, options);
  const inquiry: Inquiry = {
    situation: 'trace',
    notes: traceNotes(run.jobs[job]),
    job,
    name,
    phase: null,
    observed: time,
    machine,
    repaired: machine,
    slowLinks: [],
    path: async () => [],
    chain: await runChain(machine, target, time, options),
    noise: once((context) => noiseOf(machine, target, time, context)),
  };
  options.onShares?.(inquiry);
  return inquiry;
}

function traceNotes({ leftOut, untimely }: TraceRun['jobs'][number]): string[] {
  return [
    ...(leftOut > 0 ? [`${leftOut} messages without a time, a sender or a receiver are left out.`] : []),
    ...(untimely > 0
      ? [`${untimely} messages were received before they were sent: nobody waits for them in the replay.`]
      : []),
  ];
}

async function openRecorded(run: RecordedRun, name: string, options: ExplainOptions): Promise<Inquiry> {
  const prepared = prepareScenario(run.scenario, {}, run.faults);
  // Networks of thousands of hosts take a while: one may cancel in between.
  await pause(options.signal);
  const described = preparedMachine(run, prepared, options);
  const job = jobNumber(described, name);
  const target: Target = { job, phase: options.phase ?? phaseDuring(run, described, job, options.time) };
  const observed = observedTime(run, described, target);
  const time = await measure(described, target, options);
  const known = { situation: 'simulated', notes: [], job, name, phase: target.phase, observed } as const;
  const chain = await runChain(described, target, time, options);
  const inquiryInto = (machine: Machine, slowLinks: Inquiry['slowLinks'], modelled: number): Inquiry => ({
    ...known,
    machine,
    repaired: described,
    slowLinks,
    path: once((context) => pathOf(machine, target, context)),
    chain: { ...chain, modelled },
    noise: once((context) => noiseOf(machine, target, modelled, context)),
  });
  options.onShares?.(inquiryInto(described, [], time));
  const question = {
    ...options,
    job,
    observed,
    messages: run.messages,
    run: (trial: Machine) => instrumentedRun(trial, target, false, options),
  };
  const found = await fitSlowLinks(described, { time }, question);
  return inquiryInto(found.machine, found.fitted, found.time);
}

function observedTime({ jobs, messages }: RecordedRun, machine: Machine, { job, phase }: Target): number {
  const { name, ranks, steps } = machine.jobs[job];
  const start = jobs.columns.start[job];
  const end = jobs.columns.end[job];
  if (start < 0 || end < 0) {
    throw refusal('NO-END', `${name} has no start or no end`, 'Ask about a job that has ended.');
  }
  if (!messages.columns.job.includes(job)) {
    throw refusal(
      'NO-MESSAGES',
      `${name} sends no messages`,
      'Ask about a job of several ranks on several hosts.',
    );
  }
  if (phase === null) return end - start;
  if (!(phase >= 0 && phase < steps.length)) {
    const advice = `${name} has phases 0 to ${steps.length - 1}.`;
    throw refusal('UNKNOWN-PHASE', `${name} has no phase ${phase}`, advice);
  }
  return phaseTime(stepTimes(messages, job, ranks, start, steps).complete, phase, start);
}

/** The phase of a job that takes most of a time; null where the whole job lies in it, or nothing of the job. */
function phaseDuring(
  { jobs, messages }: RecordedRun,
  machine: Machine,
  job: number,
  time: ExplainOptions['time'],
): number | null {
  const { ranks, steps } = machine.jobs[job];
  const start = jobs.columns.start[job];
  if (!time || start < 0 || (time[0] <= start && time[1] >= jobs.columns.end[job])) return null;
  const { complete } = stepTimes(messages, job, ranks, start, steps);
  let best: { phase: number; overlap: number } | null = null;
  let from = start;
  for (let phase = 0; phase < steps.length; phase++) {
    const to = Math.max(from, complete[phase]);
    const overlap = Math.min(to, time[1]) - Math.max(from, time[0]);
    if (overlap > (best?.overlap ?? 0)) best = { phase, overlap };
    from = to;
  }
  return best?.phase ?? null;
}

function refusal(code: string, message: string, advice: string): WeftError {
  return new WeftError({ code, message, advice });
}

/** The critical path where links serve whole messages; of a phase, its part of it. */
async function pathOf(machine: Machine, target: Target, context: WorkContext): Promise<readonly PathPart[]> {
  const whole = { ...machine, sharing: { ...machine.sharing, packet: null } };
  const { result } = await instrumentedRun(whole, target, true, context);
  const { steps } = machine.jobs[target.job];
  const path = walkCriticalPath(
    keptMessages(result.tables),
    keptHops(result.tables),
    target.job,
    result.starts[target.job],
    steps,
  );
  return target.phase === null ? path : path.filter(({ step }) => step === target.phase);
}

/** Takes away one thing after the other; each difference is the share of what was taken away. */
async function runChain(
  described: Machine,
  target: Target,
  time: number,
  context: WorkContext,
): Promise<Chain> {
  const { name } = described.jobs[target.job];
  const alone = aloneOn(described, target.job);
  const ideal = changeMachine(alone, { kind: 'ideal' });
  const balanced = changeMachine(ideal, { kind: 'balanced', job: name });
  return {
    modelled: time,
    repaired: time,
    alone: alone === described ? time : await measure(alone, target, context),
    ideal: await measure(ideal, target, context),
    balanced: await measure(balanced, target, context),
  };
}

/** The machine without all jobs but one. */
export function aloneOn(machine: Machine, job: number): Machine {
  const others = machine.jobs.filter((other, j) => j !== job && other.ranks > 0);
  return changedBy(
    machine,
    others.map(({ name }) => ({ kind: 'without', job: name })),
  );
}

/** What was found is kept; what failed or was cancelled is tried again. */
function once<T>(make: (context: WorkContext) => Promise<T>): (context: WorkContext) => Promise<T> {
  let made: { readonly value: T } | null = null;
  return async (context) => {
    made ??= { value: await make(context) };
    return made.value;
  };
}

async function noiseOf(
  machine: Machine,
  target: Target,
  time: number,
  context: WorkContext,
): Promise<number> {
  const others = machine.jobs.filter(({ ranks }, j) => j !== target.job && ranks > 0);
  if (others.length === 0) return 0;
  return Math.abs((await measure(machine, target, context, SHIFT_SEED)) - time);
}
