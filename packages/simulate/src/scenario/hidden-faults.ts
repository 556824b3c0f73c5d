import type { PlacedJob } from '../engine/placed-job.ts';
import type { MessagePhase } from '../workload.ts';
import { type Faults, faultsError } from './faults.ts';
import type { PreparedScenario } from './prepare-scenario.ts';
import { faultyLink } from './visible-faults.ts';

/** The machine as it really runs: with slow links and slow ranks of which its description tells nothing. */
export function withHiddenFaults(
  prepared: PreparedScenario,
  { links, ranks }: Faults,
  file?: string,
): PreparedScenario {
  const { fabric, jobs } = prepared;
  const psPerByte = fabric.psPerByte.slice();
  links.forEach((fault, i) => {
    psPerByte[faultyLink(fabric.network, fault, ['links', i], file)] /= fault.speed;
  });
  const factors = computeFactors(jobs, ranks, file);
  return {
    ...prepared,
    fabric: { ...fabric, psPerByte },
    jobs: jobs.map((job, j) => withSlowRanks(job, factors.get(j))),
  };
}

type Factors = ReadonlyMap<number, number>;

/** Per job the factors of its slow ranks. */
function computeFactors(
  jobs: readonly PlacedJob[],
  ranks: Faults['ranks'],
  file?: string,
): ReadonlyMap<number, Factors> {
  const byJob = new Map<number, Map<number, number>>();
  ranks.forEach(({ job: name, rank, compute }, i) => {
    const job = jobs.findIndex((other) => other.name === name);
    if (job < 0) throw faultsError(['ranks', i, 'job'], `no job is called ${name}`, file);
    if (rank >= jobs[job].ranks) {
      throw faultsError(['ranks', i, 'rank'], `${name} has ${jobs[job].ranks} ranks`, file);
    }
    const factors = byJob.get(job) ?? new Map<number, number>();
    byJob.set(job, factors.set(rank, compute));
  });
  return byJob;
}

function withSlowRanks(job: PlacedJob, factors: Factors | undefined): PlacedJob {
  if (!factors) return job;
  return { ...job, phases: () => slowPhases(job, factors) };
}

function* slowPhases(job: PlacedJob, factors: Factors): Iterable<MessagePhase> {
  for (const phase of job.phases()) {
    const { compute: own } = phase;
    const compute = Float64Array.from({ length: job.ranks }, (_, rank) => own[own.length === 1 ? 0 : rank]);
    for (const [rank, factor] of factors) compute[rank] = Math.round(compute[rank] * factor);
    yield { ...phase, compute };
  }
}
