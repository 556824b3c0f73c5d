import { stepTimes } from '@weft/analysis';
import type { Network } from '@weft/model';
import {
  type EventOptions,
  type Fabric,
  type MessagePhase,
  type PlacedJob,
  type PreparedScenario,
  prepareScenario,
  type Scenario,
} from '@weft/simulate';
import { withMeasuredCompute } from '../run/measured-compute.ts';
import type { RecordedRun } from '../run/recorded-run.ts';
import { type Described, describeMachine } from './described-machine.ts';
import { pacedProgram } from './paced-program.ts';

/** A job whose phases are all in memory. */
export interface MachineJob extends PlacedJob {
  readonly steps: readonly MessagePhase[];
}

/** A machine with its jobs, ready to be run, as often as one likes. */
export interface Machine {
  readonly scenario: Scenario;
  readonly fabric: Fabric;
  readonly jobs: readonly MachineJob[];
  /** How links are shared, and whether the recorded run shared them otherwise. */
  readonly sharing: EventOptions;
  readonly sharedOtherwise: boolean;
  /** The machine as described and as it would be intact; shared by all that are made of it. */
  readonly described: Described;
}

interface MachineOptions {
  /** Links serve whole messages, however the run was simulated: five to ten times as fast. */
  readonly wholeMessages?: boolean;
}

/** The machine of a recorded run as it is described, with the compute times that were measured. */
export function recordedMachine(run: RecordedRun, options: MachineOptions = {}): Machine {
  return preparedMachine(run, prepareScenario(run.scenario, {}, run.faults), options);
}

/** The same where its network is built and routed already. */
export function preparedMachine(
  run: RecordedRun,
  prepared: PreparedScenario,
  { wholeMessages = false }: MachineOptions = {},
): Machine {
  const { model } = prepared.scenario;
  const packet = model.kind === 'event' && !wholeMessages ? model.packet : null;
  return {
    scenario: prepared.scenario,
    fabric: prepared.fabric,
    jobs: prepared.jobs.map((job, j) => measuredJob(run, job, j)),
    sharing: {
      packet,
      switching: model.kind === 'event' ? model.switching : 'cut-through',
      adaptive: model.kind === 'event' && model.adaptive,
    },
    sharedOtherwise: model.kind === 'event' && model.packet !== packet,
    described: describeMachine(prepared),
  };
}

function measuredJob({ jobs, messages }: RecordedRun, job: PlacedJob, j: number): MachineJob {
  const phases = [...job.phases()];
  const start = jobs.columns.start[j];
  const times = stepTimes(messages, j, job.ranks, start, phases);
  return withSteps(job, withMeasuredCompute(phases, times));
}

/** A job with other steps; where its ranks have programs of their own, they compute as long as the steps say. */
export function withSteps(job: PlacedJob, steps: readonly MessagePhase[]): MachineJob {
  const program = job.program && steps.length > 0 ? pacedProgram(job.program, steps[0].compute) : undefined;
  return { ...job, steps, phases: () => steps, program };
}

/** The hosts that jobs of the machine are on. */
export function busyHosts({ jobs }: Machine, network: Network): Uint8Array {
  const busy = new Uint8Array(network.vertexCount);
  for (const { ranks, hosts } of jobs) if (ranks > 0) for (const host of hosts) busy[host] = 1;
  return busy;
}
