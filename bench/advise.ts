/** What `weft advise` promises for the halo code of two studies, and whether a simulation meets it to the nanosecond. */
import { type Advice, adviseJob, placedJobs, recordedMachine, simulatedRun } from '@weft/cause';
import { formatQuantity, MemorySink } from '@weft/model';
import { loadStudy, type Scenario, simulate } from '@weft/simulate';

const studies = [
  { id: 'torus-halo-random', bar: 'saves at least 45 %' },
  { id: 'torus-halo', bar: 'leave it' },
] as const;

export async function run(): Promise<void> {
  for (const { id, bar } of studies) {
    const { scenario } = loadStudy(id);
    const machine = recordedMachine(await simulatedRun(scenario));
    const advice = await adviseJob(machine, 'halo');
    const { verdict, saving, change, seconds } = advice;
    console.log(
      `${id}: ${verdict}, ${change} saves ${(100 * saving).toFixed(1)} % (bar: ${bar}) in ${seconds.toFixed(1)} s`,
    );
    if (verdict === 'move') await check(scenario, advice, placedJobs(machine, 'halo', advice.hosts));
    const thorough = await adviseJob(machine, 'halo', { thorough: true });
    console.log(`  with --thorough: ${thorough.verdict}, saves ${(100 * thorough.saving).toFixed(1)} %`);
  }
}

async function check(
  scenario: Scenario,
  { after }: Advice,
  placements: ReturnType<typeof placedJobs>,
): Promise<void> {
  const sink = new MemorySink();
  const jobs = scenario.jobs.map((job, j) => ({ ...job, placement: placements[j] }));
  await simulate({ ...scenario, jobs, output: { ...scenario.output, hops: false } }, sink);
  const [halo] = sink.rows('jobs');
  const took = Number(halo.end) - Number(halo.start);
  console.log(
    `  promised ${formatQuantity(after, 'ns')}, simulated ${formatQuantity(took, 'ns')}: ${took - after} ns apart (bar 0)`,
  );
}
