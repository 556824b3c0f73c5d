import { fileURLToPath } from 'node:url';
import { explainJob, simulatedRun } from '@weft/cause';
import { parseFaults, parseScenario, prepareScenario } from '@weft/simulate';

const MACHINES = [
  { hosts: 1296, network: { family: 'fat-tree', params: { ports: 36, pods: 4 } } },
  { hosts: 3200, network: { family: 'fat-tree', params: { ports: 40, pods: 8 } } },
];
/** Only machines of so many hosts, where it is set. */
const HOSTS = process.env.WEFT_HOSTS;
const FAULTS: Readonly<Record<string, Record<string, unknown>>> = {
  'nothing planted': {},
  'a slow rank': { ranks: [{ job: 'solver', rank: 17, compute: 4 }] },
  'a slow link': { links: [] },
};

/** How long an answer takes on 1296 and 3200 hosts with about 100,000 messages. */
export async function run(): Promise<void> {
  for (const { hosts, network } of MACHINES.filter((one) => !HOSTS || HOSTS === String(one.hosts))) {
    for (const [title, faults] of Object.entries(FAULTS)) {
      const scenario = parseScenario({
        version: 1,
        title,
        network,
        routing: 'd-mod-k',
        model: { kind: 'event' },
        counters: { interval: '10 s' },
        jobs: [
          {
            name: 'solver',
            ranks: Math.floor(hosts / 2),
            placement: 'random',
            compute: '20 us',
            jitter: 0.1,
            workload: {
              kind: 'halo',
              axes: 3,
              periodic: true,
              bytes: '64 KiB',
              iterations: Math.floor(80_000 / (3 * hosts)),
            },
          },
          {
            name: 'render',
            ranks: Math.floor(hosts / 4),
            placement: 'random',
            workload: { kind: 'uniform', bytes: '128 KiB', messages: Math.floor(80_000 / hosts) },
          },
        ],
      });
      const planted = title === 'a slow link' ? { links: [hostLink(scenario)] } : faults;
      const recorded = await simulatedRun(scenario, parseFaults(planted));
      let first = 0;
      const before = process.cpuUsage();
      const began = performance.now();
      const answer = await explainJob(recorded, 'solver', {
        onShares: () => {
          first = (performance.now() - began) / 1000;
        },
      });
      console.log(
        `${hosts} hosts, ${recorded.messages.rows} messages, ${title}: ${answer.verdict.kind} (${answer.verdict.confidence}), shares after ${first.toFixed(1)} s, verdict after ${answer.seconds.toFixed(1)} s (${processorSeconds(before).toFixed(1)} s of processors), ${answer.tests.length} tests`,
      );
    }
  }
}

/** Other work on the machine does not count here. */
function processorSeconds(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** The link out of the host of a rank, left a fifth of its speed. */
function hostLink(scenario: Parameters<typeof simulatedRun>[0]) {
  const { fabric, jobs } = prepareScenario(scenario);
  const from = jobs[0].hosts[17];
  const link = fabric.network.links.src.indexOf(from);
  return { from, to: fabric.network.links.dst[link], speed: 0.2 };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();
