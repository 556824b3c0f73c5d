import type { Diagnostic, ManifestFacts, Network, TableSink } from '@weft/model';
import { addRoutes, type Routing } from '@weft/network';
import { CounterRows } from '@weft/simulate';
import type { FabricSink } from './fabric-sink.ts';

type Metric = NonNullable<ManifestFacts['metrics']>[number];

/** What counting the routes of a fabric adds to its manifest. */
interface CountedRoutes {
  readonly metrics: readonly Metric[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Pairs grow with the square of the hosts: of larger fabrics the routes are not counted, which is said. */
const MOST_HOSTS = 8192;
const DESTINATIONS_AT_ONCE = 256;

/**
 * Where no counter tells what links carry, says how many routes between two hosts use each: written as one sample of the
 * metric `routes`. Null where links were measured, or where there is nothing to count.
 */
export async function countRoutes(
  site: FabricSink,
  sink: TableSink,
  mostHosts = MOST_HOSTS,
): Promise<CountedRoutes | null> {
  const network = site.network();
  if (!network || site.isMeasured || network.hosts.length < 2) return null;
  if (network.hosts.length > mostHosts) return notCounted(network.hosts.length, mostHosts);
  const { routing, told } = site.routing(network, Number.MAX_SAFE_INTEGER);
  const amounts = new Float64Array(network.linkCount);
  const { routes, failed } = addAllPairs(network, routing, amounts);
  if (routes === 0) return null;
  const rows = new CounterRows(sink, ['routes']);
  await rows.add(0, 0, amounts, 1);
  await rows.flush();
  const by = told ? 'its newest forwarding tables' : `${routing.name} routes, since there are no tables`;
  const doc = `routes between two hosts of the fabric that use the link, by ${by}: modelled, not measured`;
  const noPath = { code: 'NO-PATH', count: failed, text: 'pairs of hosts that no route connects' };
  return {
    metrics: [{ name: 'routes', unit: 'routes', kind: 'amount', doc }],
    diagnostics: [{ code: 'MODELLED', count: routes, text: doc }, ...(failed > 0 ? [noPath] : [])],
  };
}

function notCounted(hosts: number, most: number): CountedRoutes {
  const text = `hosts: the routes through links are counted in fabrics of at most ${most}`;
  return { metrics: [], diagnostics: [{ code: 'ROUTES-NOT-COUNTED', count: hosts, text }] };
}

/** Adds 1 to each link of the route from every host to every other. */
function addAllPairs({ hosts }: Network, routing: Routing, amounts: Float64Array) {
  const weight = Float64Array.of(1);
  let [routes, failed] = [0, 0];
  for (let first = 0; first < hosts.length; first += DESTINATIONS_AT_ONCE) {
    const dests = hosts.subarray(first, first + DESTINATIONS_AT_ONCE);
    const sums = addRoutes(routing, { ...pairsTo(dests, hosts), weight }, amounts);
    routes += sums.routes;
    failed += sums.failed;
  }
  return { routes, failed };
}

function pairsTo(dests: Int32Array, hosts: Int32Array): { src: Int32Array; dst: Int32Array } {
  const others = hosts.length - 1;
  const src = new Int32Array(dests.length * others);
  const dst = new Int32Array(src.length);
  dests.forEach((dest, at) => {
    src.set(
      hosts.filter((host) => host !== dest),
      at * others,
    );
    dst.fill(dest, at * others, (at + 1) * others);
  });
  return { src, dst };
}
