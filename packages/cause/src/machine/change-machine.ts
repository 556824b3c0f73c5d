import { WeftError } from '@weft/model';
import type { MessagePhase } from '@weft/simulate';
import type { Change } from '../change.ts';
import { nearestNames } from '../nearest-names.ts';
import { newTables, restoredFabric } from './change-fabric.ts';
import { placedAnew } from './change-placement.ts';
import { type Machine, type MachineJob, withSteps } from './machine.ts';

/** The machine with one thing changed; all else stays as it is. */
export function changeMachine(machine: Machine, change: Change): Machine {
  switch (change.kind) {
    case 'without':
      return withJob(machine, change.job, withoutRanks);
    case 'routing':
      return { ...machine, fabric: newTables(machine, change.router, change.switch) };
    case 'placement':
      return placedAnew(machine, jobNumber(machine, change.job), change.placement);
    case 'repair':
      return repaired(machine, change.links);
    case 'restore':
      return { ...machine, fabric: restoredFabric(machine, change.cables) };
    case 'degrade':
      return degraded(machine, change.link, change.share);
    case 'ideal':
      return idealNetwork(machine);
    case 'balanced':
      return withJob(machine, change.job, (job) => withCompute(job, balanced));
    case 'compute':
      return withJob(machine, change.job, (job) =>
        withCompute(job, (compute) => compute.map((time) => time * change.factor)),
      );
    case 'median':
      return withJob(machine, change.job, (job) =>
        withCompute(job, (compute) => atMedian(compute, change.ranks)),
      );
  }
}

export function changedBy(machine: Machine, changes: readonly Change[]): Machine {
  return changes.reduce(changeMachine, machine);
}

/** The number of a job; throws with the names that are nearest. */
export function jobNumber({ jobs }: Pick<Machine, 'jobs'>, name: string): number {
  const found = jobs.findIndex((job) => job.name === name);
  if (found >= 0) return found;
  const known = jobs.map((job) => job.name);
  throw new WeftError({
    code: 'UNKNOWN-JOB',
    message: `no job is called ${name}`,
    advice: `Known: ${nearestNames(name, known).join(', ')}`,
  });
}

function withJob(machine: Machine, name: string, change: (job: MachineJob) => MachineJob): Machine {
  const number = jobNumber(machine, name);
  return { ...machine, jobs: machine.jobs.map((job, j) => (j === number ? change(job) : job)) };
}

/** A job that ends when it starts: jobs that wait for it go on as they are. */
function withoutRanks(job: MachineJob): MachineJob {
  return withSteps({ ...job, ranks: 0 }, []);
}

function repaired(machine: Machine, links: readonly number[] | 'all'): Machine {
  const { fabric, described } = machine;
  const psPerByte = links === 'all' ? described.psPerByte : fabric.psPerByte.slice();
  if (links !== 'all') for (const link of links) psPerByte[link] = described.psPerByte[link];
  return { ...machine, fabric: { ...fabric, psPerByte } };
}

function degraded(machine: Machine, link: number, share: number): Machine {
  const psPerByte = machine.fabric.psPerByte.slice();
  psPerByte[link] = machine.described.psPerByte[link] / share;
  return { ...machine, fabric: { ...machine.fabric, psPerByte } };
}

function idealNetwork(machine: Machine): Machine {
  const psPerByte = new Float64Array(machine.fabric.psPerByte.length);
  return {
    ...machine,
    fabric: { ...machine.fabric, psPerByte, latency: 0, switchDelay: 0 },
    sharing: { packet: null, switching: 'cut-through', adaptive: false, instant: true },
  };
}

function withCompute(job: MachineJob, change: (compute: Float64Array) => Float64Array): MachineJob {
  const steps = job.steps.map((phase): MessagePhase => ({ ...phase, compute: change(phase.compute) }));
  return withSteps(job, steps);
}

function balanced(compute: Float64Array): Float64Array {
  const mean = compute.reduce((sum, time) => sum + time, 0) / Math.max(1, compute.length);
  return Float64Array.of(Math.round(mean));
}

function atMedian(compute: Float64Array, ranks: readonly number[]): Float64Array {
  if (compute.length <= 1) return compute;
  const median = compute.toSorted()[compute.length >> 1];
  const changed = compute.slice();
  for (const rank of ranks) changed[rank] = Math.min(changed[rank], median);
  return changed;
}
