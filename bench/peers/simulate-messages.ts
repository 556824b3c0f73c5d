import { readFileSync } from 'node:fs';
import { createRandom } from '@weft/model';
import { buildNetwork, routeNetwork } from '@weft/network';
import { createFabric, EventModel, type MessagePhase, Recorder } from '@weft/simulate';

/** The same messages through our engine, in a process of its own; prints one line of JSON. */
const machines: Readonly<Record<string, { family: string; params: unknown; router: string }>> = {
  tree4096: { family: 'xgft', params: { children: [16, 16, 16], parents: [1, 16, 16] }, router: 'd-mod-k' },
  tree1024: { family: 'xgft', params: { children: [16, 8, 8], parents: [1, 16, 8] }, router: 'd-mod-k' },
  torus1024: { family: 'torus', params: { sizes: [16, 8, 8] }, router: 'dimension-order' },
};

const [file, machine, bytes, packet, hops] = process.argv.slice(2);
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

async function runOnce(): Promise<Recorder> {
  const recorder = new Recorder(
    { write: async () => {} },
    {
      links: network.linkCount,
      jobs: 1,
      counterInterval: 1e9,
      loadInterval: 1e9,
      metrics: ['data_sent'],
      messages: true,
      hops: hops === 'hops',
    },
  );
  const options = { packet: Number(packet) || null, switching: 'cut-through', adaptive: false } as const;
  await new EventModel(fabric, [job], recorder, options).run({}, 0);
  return recorder;
}

/** Small cases are run again and again for two seconds, the first time included. */
const before = process.cpuUsage();
let runs = 0;
let recorder: Recorder;
let cpu = 0;
do {
  recorder = await runOnce();
  runs++;
  const { user, system } = process.cpuUsage(before);
  cpu = (user + system) / 1e6;
} while (cpu < 2);
const { messages, end } = recorder.totals;
const memory = Math.round(process.resourceUsage().maxRSS / 1024);
console.log(JSON.stringify({ messages, cpu: cpu / runs, memory, end: end / 1e12 }));
