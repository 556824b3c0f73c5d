import { readFileSync } from 'node:fs';
import { createRandom } from '@weft/model';
import { buildNetwork, routeNetwork } from '@weft/network';
import { createFabric, EventModel, type MessagePhase, Recorder } from '@weft/simulate';

/**
 * The same messages through our engine, in a process of its own; prints one line of JSON. With the word `hops`: what
 * recording hops costs, as the median over pairs of runs without and with them.
 */
const machines: Readonly<Record<string, { family: string; params: unknown; router: string }>> = {
  tree4096: { family: 'xgft', params: { children: [16, 16, 16], parents: [1, 16, 16] }, router: 'd-mod-k' },
  tree1024: { family: 'xgft', params: { children: [16, 8, 8], parents: [1, 16, 8] }, router: 'd-mod-k' },
  torus1024: { family: 'torus', params: { sizes: [16, 8, 8] }, router: 'dimension-order' },
};

const [file, machine, bytes, packet, word] = process.argv.slice(2);
const words = new Int32Array(new Uint8Array(readFileSync(file)).buffer);

function* phases(): Iterable<MessagePhase> {
  const count = words[1];
  let at = 2;
  for (let phase = 0; phase < count; phase++) {
    const messages = words[at++];
    const src = new Int32Array(messages);
    const dst = new Int32Array(messages);
    for (let m = 0; m < messages; m++) {
      src[m] = words[at++];
      dst[m] = words[at++];
    }
    yield {
      src,
      dst,
      bytes: new Float64Array(messages).fill(Number(bytes)),
      call: 'MPI_Isend',
      tag: phase,
      compute: Float64Array.of(0),
      barrier: false,
      wait: 'sends',
    };
  }
}

const { family, params, router } = machines[machine];
const network = buildNetwork(family, params);
const routing = routeNetwork(network, router, { random: createRandom(1), activeHosts: null });
const fabric = createFabric(network, { bandwidth: 12.5e9, latency: 100, switchDelay: 0 }, [
  { from: 0, routing },
]);
const ranks = words[0];
const job = { name: 'bench', user: null, ranks, hosts: network.hosts, start: 0, after: [], phases };

async function runOnce(hops: boolean): Promise<Recorder> {
  const recorder = new Recorder(
    { write: async () => {} },
    {
      links: network.linkCount,
      jobs: 1,
      counterInterval: 1e9,
      loadInterval: 1e9,
      metrics: ['data_sent'],
      messages: true,
      hops,
    },
  );
  const options = { packet: Number(packet) || null, switching: 'cut-through', adaptive: false } as const;
  await new EventModel(fabric, [job], recorder, options).run({}, 0);
  return recorder;
}

/** CPU seconds of the whole process. */
function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** Small cases are run again and again for two seconds, the first time included. */
async function measureRuns(): Promise<unknown> {
  const before = process.cpuUsage();
  for (let runs = 1; ; runs++) {
    const { messages, end } = (await runOnce(false)).totals;
    const cpu = cpuSince(before);
    if (cpu < 2) continue;
    const memory = Math.round(process.resourceUsage().maxRSS / 1024);
    return { messages, cpu: cpu / runs, memory, end: end / 1e12 };
  }
}

/** Pairs of runs one after the other, for at least six seconds and 15 pairs; the first ones warm the compiler up. */
async function measureHops(): Promise<unknown> {
  const before = process.cpuUsage();
  const ratios: number[] = [];
  for (let pair = 0; cpuSince(before) < 6 || pair < 20; pair++) {
    const times: number[] = [];
    for (const hops of [false, true]) {
      const start = process.cpuUsage();
      await runOnce(hops);
      times.push(cpuSince(start));
    }
    if (pair >= 5) ratios.push(times[1] / times[0]);
  }
  ratios.sort((a, b) => a - b);
  return { hopsCost: ratios[Math.floor(ratios.length / 2)] - 1 };
}

console.log(JSON.stringify(await (word === 'hops' ? measureHops() : measureRuns())));
