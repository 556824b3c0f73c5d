import { parseScenario, simulate } from '@weft/simulate';

/** One load-model run, in a process of its own: its speed and its memory. */
const [ports, pods, ranks] = (process.argv[2] ?? '36,4,1296').split(',').map(Number);
const large = ranks > 10_000;
const workload = large
  ? { kind: 'uniform', messages: Math.ceil(10e6 / ranks), bytes: 4096 }
  : { kind: 'all-to-all', bytes: 4096 };
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
const before = process.cpuUsage();
let rows = 0;
const sink = {
  write: async (_table: string, batch: { readonly rows: number }) => {
    rows += batch.rows;
  },
};
const { totals } = await simulate(scenario, sink);
const { user, system } = process.cpuUsage(before);
const seconds = (user + system) / 1e6;
const memory = Math.round(process.resourceUsage().maxRSS / 1024);
const perSecond = (totals.messages / seconds / 1e6).toFixed(2);
console.log(
  `load model, ${ranks} nodes, ${workload.kind}: ${totals.messages.toLocaleString('en-US')} messages in ${seconds.toFixed(2)} CPU s ` +
    `with building and routing (${perSecond} M/s), ${memory} MB, ${rows.toLocaleString('en-US')} rows`,
);
