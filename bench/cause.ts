import { fileURLToPath } from 'node:url';
import { ThreadPool } from '@weft/threads';
import type { CaseResult, CaseTask } from './cause/case-thread.ts';
import { machines } from './cause/machines.ts';
import { caseKinds } from './cause/plant-case.ts';

const SEEDS = Number(process.env.WEFT_SEEDS ?? 5);
const FIRST_SEED = Number(process.env.WEFT_FIRST_SEED ?? 0);
const KINDS = process.env.WEFT_KINDS?.split(',') ?? caseKinds;
const THREADS = Number(process.env.WEFT_THREADS ?? 2);
const PACKET = 4096;

/**
 * Cases with one culprit each, verified by a healthy twin, among decoys that are verified to be harmless: how often the
 * verdict is right. Then the same machines simulated in packets and explained with whole messages.
 */
export async function run(): Promise<void> {
  for (const packet of process.env.WEFT_PACKETS === '0' ? [null] : [null, PACKET]) {
    console.log(
      packet === null
        ? 'simulated and explained with whole messages'
        : '\nsimulated in 4 KiB packets, explained with whole messages',
    );
    const results = await runAll(tasksOf(packet));
    printTable(results);
  }
}

function tasksOf(packet: number | null): CaseTask[] {
  const kinds = caseKinds.filter((kind) => KINDS.includes(kind));
  const seeds = Array.from({ length: SEEDS }, (_, i) => FIRST_SEED + i);
  return kinds.flatMap((kind) =>
    machines.flatMap(({ name }) => seeds.map((seed) => ({ kind, machine: name, seed, packet }))),
  );
}

async function runAll(tasks: readonly CaseTask[]): Promise<CaseResult[]> {
  const module = new URL('./cause/case-thread.ts', import.meta.url);
  const pool = new ThreadPool<CaseTask, never, CaseResult>(module, { size: THREADS });
  try {
    return await Promise.all(
      tasks.map(async (task) => {
        const result = await pool.run(task);
        tell(result);
        return result;
      }),
    );
  } finally {
    await pool.close();
  }
}

/** One line a case; of those that went wrong also what was measured. */
function tell({ kind, machine, seed, outcome }: CaseResult): void {
  const name = `  ${kind}, ${machine}, seed ${seed}`;
  if (outcome === null) console.log(`${name}: no such case`);
  else if (outcome.right) console.log(`${name}: right, ${outcome.confidence}`);
  if (outcome === null || outcome.right) return;
  const { report, said, truth, effect } = outcome;
  console.log(`${name}: WRONG, ${said}; truth ${JSON.stringify(truth)}, ${percent(effect)}`);
  const whole = report.target.value;
  console.log(
    `    ${report.shares.map(({ cause, value }) => `${cause} ${percent(value / whole)}`).join(', ')}`,
  );
  for (const { change, saving, noise } of report.tests) {
    console.log(`    ${change}: ${percent(saving)}, noise ${percent(noise)}`);
  }
}

function printTable(results: readonly CaseResult[]): void {
  const found = results.flatMap(({ kind, outcome }) => (outcome ? [{ kind, ...outcome }] : []));
  const share = (part: readonly unknown[], whole: readonly unknown[]) =>
    `${part.length} of ${whole.length} (${percent(part.length / Math.max(1, whole.length))})`;
  const right = found.filter((one) => one.right);
  console.log(`right culprit: ${share(right, found)}`);
  for (const kind of caseKinds) {
    const all = found.filter((one) => one.kind === kind);
    if (all.length > 0)
      console.log(
        `  ${kind}: ${share(
          all.filter((one) => one.right),
          all,
        )}`,
      );
  }
  const innocent = found.filter(({ kind }) => kind === 'none');
  const guilty = found.filter(({ kind }) => kind !== 'none');
  const proven = found.filter(({ confidence }) => confidence === 'proven');
  console.log(`decoys named: ${found.filter((one) => one.decoy).length}`);
  console.log(
    `innocent called innocent: ${share(
      innocent.filter(({ verdict }) => verdict === 'none'),
      innocent,
    )}`,
  );
  console.log(
    `guilty called innocent: ${share(
      guilty.filter(({ verdict }) => verdict === 'none'),
      guilty,
    )}`,
  );
  console.log(
    `proven and right: ${share(
      proven.filter((one) => one.right),
      proven,
    )}`,
  );
  console.log(
    `shares that add up: ${share(
      found.filter((one) => one.sharesAddUp),
      found,
    )}`,
  );
  const seconds = found.map((one) => one.seconds).sort((a, b) => a - b);
  console.log(
    `seconds: median ${seconds[seconds.length >> 1]?.toFixed(2)}, most ${seconds.at(-1)?.toFixed(2)}`,
  );
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();
