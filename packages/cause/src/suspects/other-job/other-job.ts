import type { Inquiry } from '../../inquiry.ts';
import type { SuspectKind } from '../../suspect.ts';

/** Jobs that are tested at most. */
const MOST_JOBS = 6;

/** A job behind which messages of the critical path wait, or that shares its time. */
export const otherJob: SuspectKind = {
  name: 'other-job',
  stage: 'fault',
  find: (inquiry) =>
    jobsOnPath(inquiry)
      .slice(0, MOST_JOBS)
      .map((job) => ({ kind: 'job' as const, job: inquiry.machine.jobs[job].name })),
  change: ({ job = '' }) => [{ kind: 'without', job }],
  say: ({ job }) => `without ${job}`,
};

/** Other jobs by the time that the critical path waits behind them; those that it does not wait for come last. */
function jobsOnPath({ path, job: own, machine }: Inquiry): number[] {
  const waited = new Float64Array(machine.jobs.length);
  for (const { kind, behind, from, to } of path) if (kind === 'wait') waited[behind] += to - from;
  return machine.jobs
    .map((_, job) => job)
    .filter((job) => job !== own && machine.jobs[job].ranks > 0)
    .sort((a, b) => waited[b] - waited[a] || a - b);
}
