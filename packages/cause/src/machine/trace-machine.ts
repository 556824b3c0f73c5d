import {
  type MessagePhase,
  NO_VISIBLE_FAULTS,
  PS_PER_NS,
  routingEpochs,
  scenarioFabric,
} from '@weft/simulate';
import type { TraceJob, TraceRun } from '../trace/trace-run.ts';
import { describeIntact } from './described-machine.ts';
import { type Machine, type MachineJob, withSteps } from './machine.ts';
import { computeOfRanks } from './paced-program.ts';

/** The machine that a trace was put on, with its jobs as measured. */
export function traceMachine({ scenario, network, jobs }: TraceRun): Machine {
  const epochs = routingEpochs(
    scenario,
    network,
    jobs.map(({ hosts }) => hosts),
  );
  const fabric = scenarioFabric(scenario, network, epochs);
  return {
    scenario,
    fabric,
    jobs: jobs.map(replayedJob),
    sharing: { packet: null, switching: 'cut-through', adaptive: false },
    sharedOtherwise: false,
    described: describeIntact(fabric, NO_VISIBLE_FAULTS.stuck),
  };
}

/** All messages as one step, which adds them and the compute times of ranks up; what is run is the program by ranks. */
function replayedJob({ name, start, hosts, program }: TraceJob): MachineJob {
  const { src, dst, bytes } = program.batches[0];
  const whole: MessagePhase = {
    src,
    dst,
    bytes,
    call: '',
    tag: 0,
    compute: computeOfRanks(program),
    barrier: false,
    wait: 'both',
  };
  const job = { name, user: null, ranks: hosts.length, hosts, start: start * PS_PER_NS, after: [], program };
  return withSteps({ ...job, phases: () => [whole] }, [whole]);
}
