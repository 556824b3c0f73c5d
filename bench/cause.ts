import { fileURLToPath } from 'node:url';
import { explainJob, simulatedRun } from '@weft/cause';
import { judge } from './cause/judge.ts';
import { machines } from './cause/machines.ts';
import { type CaseKind, caseKinds, plantCase } from './cause/plant-case.ts';

const SEEDS = Number(process.env.WEFT_SEEDS ?? 5);
const FIRST_SEED = Number(process.env.WEFT_FIRST_SEED ?? 0);
const KINDS = (process.env.WEFT_KINDS?.split(',') ?? caseKinds) as readonly CaseKind[];
const PACKETS = process.env.WEFT_PACKETS === '1';

/** Seeded cases with one culprit each, explained: how often the verdict is right. */
export async function run(): Promise<void> {
  for (const kind of KINDS) {
    for (const machine of machines) {
      for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
        const planted = await plantCase(kind, machine, seed);
        if (!planted) {
          console.log(`${kind.padEnd(10)} ${machine.name.padEnd(18)} ${seed}  no such case`);
          continue;
        }
        const scenario = PACKETS
          ? {
              ...planted.scenario,
              model: {
                kind: 'event' as const,
                packet: 4096,
                switching: 'cut-through' as const,
                adaptive: false,
              },
            }
          : planted.scenario;
        const run = await simulatedRun(scenario, planted.faults);
        const report = await explainJob(run, 'target', { wholeMessages: PACKETS });
        const { right, decoy, said } = judge(planted, report);
        const sum = report.shares.reduce((total, { value }) => total + value, 0);
        const mark = right ? 'right' : decoy ? 'DECOY' : 'WRONG';
        console.log(
          `${kind.padEnd(10)} ${machine.name.padEnd(18)} ${seed}  ${mark}  ${(100 * planted.effect).toFixed(0)} %  ${said}  ${report.tests.length} tests ${report.seconds.toFixed(1)} s${sum === report.target.value ? '' : ' SHARES DO NOT ADD UP'}`,
        );
        if (!right) {
          console.log(
            `    truth ${JSON.stringify(planted.truth)} workload ${JSON.stringify(planted.scenario.jobs[0].workload)} faults ${JSON.stringify(planted.faults.links)}`,
          );
          console.log(
            `    shares ${report.shares.map(({ cause, value }) => `${cause} ${((100 * value) / report.target.value).toFixed(1)}`).join(', ')}`,
          );
          for (const test of report.tests)
            console.log(
              `    ${test.change}: ${(100 * test.saving).toFixed(1)} % noise ${(100 * test.noise).toFixed(1)}`,
            );
        }
      }
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();
