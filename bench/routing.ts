import { createRandom, type Network } from '@weft/model';
import {
  addRoutes,
  allPairs,
  buildNetwork,
  type RoutePairs,
  type Routing,
  routeNetwork,
  tracePath,
} from '@weft/network';

/** Routes per second, beside a plain loop that traces every pair one by one. */
export async function run(): Promise<void> {
  const small = buildNetwork('fat-tree', { ports: 36, pods: 4 });
  compare('1296 nodes, all-to-all, d-mod-k', small, 'd-mod-k', allPairs(small.hosts));
  compare('1296 nodes, 10 M random pairs, d-mod-k', small, 'd-mod-k', randomPairs(small, 10_000_000));
  compare('1296 nodes, 10 M random pairs, s-mod-k', small, 's-mod-k', randomPairs(small, 10_000_000));
  for (const router of ['min-hop', 'sssp', 'scheduling-aware', 'up-down', 'min-hop-hashed']) {
    compare(`1296 nodes, 2 M random pairs, ${router}`, small, router, randomPairs(small, 2_000_000));
  }
  const middle = buildNetwork('fat-tree', { ports: 40, pods: 8 });
  compare('3200 nodes, all-to-all, d-mod-k', middle, 'd-mod-k', allPairs(middle.hosts));
  const torus = buildNetwork('torus', { sizes: [16, 16, 8] });
  compare('2048-node torus, 2 M random pairs', torus, 'dimension-order', randomPairs(torus, 2_000_000));
  const dragonfly = buildNetwork('dragonfly', { hostsPerSwitch: 4, switchesPerGroup: 8, globalLinks: 4 });
  compare('1056-node dragonfly, 2 M pairs, minimal', dragonfly, 'minimal', randomPairs(dragonfly, 2_000_000));
  largeTree();
}

function largeTree(): void {
  const begin = processorTime();
  const network = buildNetwork('fat-tree', { ports: 64 });
  const built = processorTime();
  const routing = route(network, 'd-mod-k');
  const routed = processorTime();
  const pairs = randomPairs(network, 10_000_000);
  const start = processorTime();
  const sums = addRoutes(routing, pairs, new Float64Array(network.linkCount));
  const end = processorTime();
  console.log(`k = 64: ${network.hosts.length} nodes, ${network.switches.length} switches`);
  console.log(`  build ${seconds(built - begin)}, routing ${seconds(routed - built)}`);
  console.log(`  ${sums.routes} random routes, ${sums.hops} hops: ${seconds(end - start)}`);
  console.log(`  resident ${Math.round(process.memoryUsage().rss / 1e6)} MB`);
}

function compare(title: string, network: Network, router: string, pairs: RoutePairs): void {
  const begin = processorTime();
  const routing = route(network, router);
  const built = processorTime() - begin;
  addRoutes(routing, slice(pairs, 100_000), new Float64Array(network.linkCount));
  const start = processorTime();
  const sums = addRoutes(routing, pairs, new Float64Array(network.linkCount));
  const time = processorTime() - start;
  const few = slice(pairs, 500_000);
  const plain = plainRate(routing, few);
  const rate = sums.routes / time / 1000;
  console.log(
    `${title}: ${rate.toFixed(1)} M routes/s, ${seconds(time)} (tables in ${seconds(built)}); ` +
      `one by one ${plain.toFixed(1)} M/s, ratio ${(rate / plain).toFixed(1)}`,
  );
}

function plainRate(routing: Routing, { src, dst }: RoutePairs): number {
  const loads = new Float64Array(routing.network.linkCount);
  const way = new Int32Array(64);
  const start = processorTime();
  for (let pair = 0; pair < src.length; pair++) {
    const count = tracePath(routing, src[pair], dst[pair], way);
    for (let hop = 0; hop < count; hop++) loads[way[hop]] += 1;
  }
  return src.length / (processorTime() - start) / 1000;
}

function route(network: Network, router: string): Routing {
  return routeNetwork(network, router, { random: createRandom(1), activeHosts: null });
}

function randomPairs(network: Network, count: number): RoutePairs {
  const random = createRandom(1);
  const pick = (): Int32Array =>
    Int32Array.from({ length: count }, () => network.hosts[random.below(network.hosts.length)]);
  return { src: pick(), dst: pick(), weight: Float64Array.of(1) };
}

function slice(pairs: RoutePairs, count: number): RoutePairs {
  return { src: pairs.src.subarray(0, count), dst: pairs.dst.subarray(0, count), weight: pairs.weight };
}

/** Milliseconds of one core, so that other programs on the machine do not count. */
function processorTime(): number {
  return process.cpuUsage().user / 1000;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}

if (import.meta.url === `file://${process.argv[1]}`) await run();
