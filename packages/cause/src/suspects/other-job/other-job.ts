import type { WorkContext } from '@weft/model';
import type { Inquiry } from '../../inquiry.ts';
import type { SuspectKind } from '../../suspect.ts';

/** Jobs that are tested at most. */
const MOST_JOBS = 6;
/** Where all others together take less than this share of the time, their order is no matter. */
const LITTLE = 0.05;

/** A job behind which messages of the critical path wait, or that shares its time. */
export const otherJob: SuspectKind = {
  name: 'other-job',
  stage: 'fault',
  find: async (inquiry, context) => {
    const jobs = await jobsOnPath(inquiry, context);
    return jobs.slice(0, MOST_JOBS).map((job) => ({ kind: 'job', job: inquiry.machine.jobs[job].name }));
  },
  change: ({ job = '' }) => [{ kind: 'without', job }],
  say: ({ job }) => `without ${job}`,
};

/** Other jobs by the time that the critical path waits behind them; those that it does not wait for come last. */
async function jobsOnPath(
  { path, job: own, machine, chain, observed }: Inquiry,
  context: WorkContext,
): Promise<number[]> {
  const others = machine.jobs
    .map((_, job) => job)
    .filter((job) => job !== own && machine.jobs[job].ranks > 0);
  const together = chain.repaired - chain.alone;
  if (others.length < 2 || together < LITTLE * observed) return others;
  const waited = new Float64Array(machine.jobs.length);
  for (const { kind, behind, from, to } of await path(context))
    if (kind === 'wait') waited[behind] += to - from;
  return others.sort((a, b) => waited[b] - waited[a] || a - b);
}
