import type { WorkloadParams } from '../workload.ts';
import type { ScenarioJob } from './scenario-schema.ts';

interface WorkloadStep {
  readonly path: (string | number)[];
  readonly kind: string;
  readonly params: WorkloadParams;
}

/** The workloads of a job, a sequence taken apart. */
export function workloadSteps(workload: ScenarioJob['workload']): WorkloadStep[] {
  const { kind, ...params } = workload;
  if (kind !== 'sequence') return [{ path: [], kind, params }];
  const steps = params.steps as readonly ScenarioJob['workload'][];
  return steps.flatMap((step, s) =>
    workloadSteps(step).map((inner) => ({ ...inner, path: ['steps', s, ...inner.path] })),
  );
}
