import { parseScenario, simulate } from '@weft/simulate';

/** One load-model run, in a process of its own: its speed and its memory. Arguments: ports, pods, ranks, iterations. */
const [ports, pods, ranks, iterations = 1] = (process.argv[2] ?? '36,4,1296').split(',').map(Number);
const large = ranks > 10_000;
const workload = large
  ? { kind: 'uniform', messages: Math.ceil(10e6 / ranks), bytes: 4096 }
  : { kind: 'all-to-all', bytes: 4096, iterations };
const scenario = parseScenario({
  version: 1,
  title: 'loads',
  network: { family: 'fat-tree', params: { ports, pods } },
  routing: 'd-mod-k',
  model: { kind: 'load' },
  counters: { interval: '1 s' },
  output: { messages: large, routes: false },
  jobs: [{ name: 'a', workload, ranks }],
});

/** CPU seconds, messages and rows of a whole run: building, routing and recording included. */
async function runOnce(): Promise<{ seconds: number; messages: number; rows: number }> {
  const before = process.cpuUsage();
  let rows = 0;
  const sink = {
    write: async (_table: string, batch: { readonly rows: number }) => {
      rows += batch.rows;
    },
  };
  const { totals } = await simulate(scenario, sink);
  const { user, system } = process.cpuUsage(before);
  return { seconds: (user + system) / 1e6, messages: totals.messages, rows };
}

/** The first run pays for compiling; small machines are run again for two seconds, the first time included. */
const first = await runOnce();
let sum = first.seconds;
let runs = 1;
while (sum < 2) {
  sum += (await runOnce()).seconds;
  runs++;
}
const memory = Math.round(process.resourceUsage().maxRSS / 1024);
const perSecond = (seconds: number) => `${(first.messages / seconds / 1e6).toFixed(2)} M/s`;
console.log(
  `load model, ${ranks} nodes, ${workload.kind}: ${first.messages.toLocaleString('en-US')} messages with building and ` +
    `recording in ${first.seconds.toFixed(2)} CPU s (${perSecond(first.seconds)}) the first time, ` +
    `${(sum / runs).toFixed(2)} (${perSecond(sum / runs)}) over ${runs} runs, ${memory} MB, ${first.rows.toLocaleString('en-US')} rows`,
);
