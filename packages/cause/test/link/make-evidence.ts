import { createRandom, type Manifest, type Network } from '@weft/model';
import { addRoutes, allPairs, type Routing, routeNetwork } from '@weft/network';
import type { JobTraffic } from '../../src/link/host-traffic.ts';
import type { LinkEvidence } from '../../src/link/link-evidence.ts';

export const PARAMS = { ports: 8, pods: 4 };

export function manifestOf(params: object = PARAMS): Manifest {
  return {
    format: 'weft',
    version: 4,
    name: 'small',
    title: 'small',
    description: '',
    created: '',
    generator: '',
    origin: null,
    timeRange: [0, 100],
    interval: 100,
    metrics: [],
    network: { family: 'fat-tree', params: { ...params } },
    provenance: [{ kind: 'simulation', facts: { routing: 'd-mod-k', seed: 1 } }],
    diagnostics: [],
    tables: { loads: { rows: 1, parts: [] } },
  } as unknown as Manifest;
}

export function dModK(network: Network): Routing {
  return routeNetwork(network, 'd-mod-k', { random: createRandom(1), activeHosts: null });
}

/** Everybody of a job sends so many bytes to everybody else of it. */
export function everybody(job: number, hosts: readonly number[], bytes: number): JobTraffic {
  return { ...allPairs(Int32Array.from(hosts)), job, weight: Float64Array.of(bytes) };
}

/** What the traffic puts on the links of a machine, and who of the jobs does on one of them. */
export function evidenceOf(
  network: Network,
  routing: Routing,
  traffic: readonly JobTraffic[],
  choose: (loads: Float64Array) => number,
): LinkEvidence {
  const loads = new Float64Array(network.linkCount);
  const parts = traffic.map((pairs) => {
    const own = new Float64Array(network.linkCount);
    addRoutes(routing, pairs, own);
    own.forEach((bytes, link) => {
      loads[link] += bytes;
    });
    return { job: pairs.job, own };
  });
  const link = choose(loads);
  return {
    link,
    situation: 'simulated',
    network,
    manifest: manifestOf(),
    loads,
    shares: parts
      .map(({ job, own }) => ({ job, bytes: own[link], low: own[link], high: own[link] }))
      .filter(({ bytes }) => bytes > 0)
      .sort((a, b) => b.bytes - a.bytes),
    windows: 0,
    jobName: (job) => ['solver', 'render', 'qcd'][job],
    hosts: new Map(traffic.map(({ job, src }) => [job, [...new Set(src)]])),
    routing,
    router: 'd-mod-k',
    origin: 'tables',
    traffic,
    exact: true,
  };
}
