import type { Run } from '../run/read-run.ts';
import { type Machine, recordedMachine } from './machine.ts';
import { traceMachine } from './trace-machine.ts';

/** The machine of a run as it is described or assumed, with the compute times that were measured. */
export function machineOf(run: Run): Machine {
  return run.situation === 'trace' ? traceMachine(run) : recordedMachine(run);
}
