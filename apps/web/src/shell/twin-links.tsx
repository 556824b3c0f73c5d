import { twinJobs } from '../findings/twin-jobs.ts';
import type { Session } from '../session/session.ts';
import { runOfJob } from './run-of-job.ts';
import { useJobs } from './use-jobs.ts';

/** Where the same codes run under two settings: their comparison, one click away. */
export function TwinLinks({ session }: { session: Session }) {
  const jobs = useJobs(session, true);
  const twins = jobs && twinJobs(jobs);
  if (!twins) return null;
  const [a, b] = twins.settings;
  return (
    <p class="strip-line">
      <span class="strip-title">{`Compare ${a} with ${b}:`}</span>
      {twins.codes.map(({ name, jobs: [first, second] }) => (
        <button
          type="button"
          class="strip-action"
          key={name}
          title={`Compare ${a}.${name} with ${b}.${name}, each in its own run`}
          onClick={() =>
            session.compareWith(
              { kind: 'job', job: second },
              { jobs: [first], time: runOfJob(session, jobs, first) },
            )
          }
        >
          {name}
        </button>
      ))}
    </p>
  );
}
