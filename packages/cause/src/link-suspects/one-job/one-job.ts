import type { LinkEvidence } from '../../link/link-evidence.ts';
import { counterTest, type LinkSuspect, type LinkSuspectKind } from '../../link/link-suspect.ts';

/** The link without the bytes of one job. */
export const oneJob: LinkSuspectKind = {
  name: 'one-job',
  needsOtherWays: false,
  find: (evidence) => ({ suspects: jobsOnLink(evidence), untested: [] }),
};

function jobsOnLink({ shares, link, loads, jobName }: LinkEvidence): LinkSuspect[] {
  const before = loads[link];
  return shares.flatMap(({ job, bytes, low, high }): LinkSuspect[] => {
    if (job === null || bytes <= 0) return [];
    const name = jobName(job);
    const change = `without ${name}`;
    const noise = before > 0 ? (high - low) / 2 / before : 0;
    return [
      {
        id: `job:${job}`,
        kind: 'job',
        job,
        change,
        changes: [{ kind: 'without', job: name }],
        test: () => counterTest({ kind: 'job', job: name, change, before, after: before - bytes, noise }),
      },
    ];
  });
}
