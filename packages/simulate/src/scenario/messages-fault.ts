import type { Scenario, ScenarioJob } from './scenario-schema.ts';
import { workloadSteps } from './workload-steps.ts';

/** What is wrong with a scenario, and where. */
export interface RuleFault {
  readonly path: readonly (string | number)[];
  readonly rule: string;
}

/** Parameters of workloads that say how often something is done again. */
const TURNS = ['iterations', 'rounds', 'frames', 'cycles', 'haloPhases', 'messages'];
/** Of one job. Simulated in some hours. */
const MOST_MESSAGES = 10_000_000_000;
/** Of a row of the messages as it is stored. */
const ROW_BYTES = 20;

/** A job whose messages would never all be sent is refused before the first. */
export function messagesFault({ jobs, model }: Scenario): RuleFault | null {
  for (const [j, job] of jobs.entries()) {
    const messages = roughMessages(job) * (model.kind === 'history' ? 1 : job.repeat);
    if (messages <= MOST_MESSAGES) continue;
    const terabytes = spelt(Number(((messages * ROW_BYTES) / 1e12).toPrecision(2)));
    const rule = `${spelt(job.ranks)} ranks would send some ${spelt(messages)} messages, ${terabytes} TB of rows; a job may send ${spelt(MOST_MESSAGES)}`;
    return { path: ['jobs', j, 'workload'], rule };
  }
  return null;
}

/** Of one run of the workload, with one message of each rank a turn. */
function roughMessages({ workload, ranks }: ScenarioJob): number {
  const outer = workload.kind === 'sequence' ? Number(workload.iterations) : 1;
  const turns = workloadSteps(workload).map(({ params }) =>
    TURNS.reduce((product, name) => product * Number(params[name] ?? 1), 1),
  );
  return ranks * outer * turns.reduce((sum, step) => sum + step, 0);
}

function spelt(count: number): string {
  return count.toLocaleString('en-US');
}
