import { createRandom, type Random } from '@weft/model';
import { findWorkload } from '../registry.ts';
import type { MessagePhase } from '../workload.ts';
import type { ScenarioJob } from './scenario-schema.ts';
import { workloadSteps } from './workload-steps.ts';

/** All phases of a job: its workload, repeated, with the job's own compute times; the same ones at every call. */
export function* jobPhases(job: ScenarioJob, seed: string): Iterable<MessagePhase> {
  const random = createRandom(`${seed}/${job.name}/workload`);
  const jitter = createRandom(`${seed}/${job.name}/jitter`);
  for (let turn = 0; turn < job.repeat; turn++) {
    for (const phase of oneRun(job, random)) yield withCompute(phase, job, jitter);
  }
}

function* oneRun(job: ScenarioJob, random: Random): Iterable<MessagePhase> {
  const turns = job.workload.kind === 'sequence' ? (job.workload.iterations as number) : 1;
  for (let turn = 0; turn < turns; turn++) {
    for (const { kind, params } of workloadSteps(job.workload)) {
      yield* findWorkload(kind)?.phases(job.ranks, params, random) ?? [];
    }
  }
}

function withCompute(
  phase: MessagePhase,
  { ranks, compute, jitter }: ScenarioJob,
  random: Random,
): MessagePhase {
  if (compute === 0 && jitter === 0) return phase;
  const own = phase.compute;
  const times = new Float64Array(ranks);
  for (let rank = 0; rank < ranks; rank++) {
    const mean = own[own.length === 1 ? 0 : rank] + compute;
    times[rank] = Math.round(mean * (1 + jitter * (2 * random.next() - 1)));
  }
  return { ...phase, compute: times };
}
