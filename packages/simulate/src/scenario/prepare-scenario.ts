import { createRandom, type Network, shuffle } from '@weft/model';
import { buildNetwork, removeParts, routerNamed } from '@weft/network';
import { createFabric, type Fabric, PS_PER_NS, type RoutingEpoch } from '../engine/fabric.ts';
import type { PlacedJob } from '../engine/placed-job.ts';
import { NO_VISIBLE_FAULTS, type VisibleFaults } from './faults.ts';
import { jobPhases } from './job-phases.ts';
import { scenarioError } from './parse-scenario.ts';
import { placeJobs } from './place-jobs.ts';
import { type ScenarioPlace, withFilesInside } from './scenario-files.ts';
import type { Scenario } from './scenario-schema.ts';
import { withoutCables, withStuckSwitches } from './visible-faults.ts';

/** A scenario with its network built, routed and filled with jobs. */
export interface PreparedScenario {
  /** What it took from files stands in it: it can be run again by itself. */
  readonly scenario: Scenario;
  readonly fabric: Fabric;
  readonly jobs: readonly PlacedJob[];
  /** Faults that links and routes show. */
  readonly faults: VisibleFaults;
}

/** Does everything but the simulation: what `--dry-run` checks. */
export function prepareScenario(
  given: Scenario,
  place: ScenarioPlace = {},
  faults: VisibleFaults = NO_VISIBLE_FAULTS,
): PreparedScenario {
  const scenario = withFilesInside(given, place);
  const network = withoutCables(scenarioNetwork(scenario, place.file), faults.missing, place.file);
  const hosts = placeJobs(scenario, network, place.file);
  const epochs = routingEpochs(scenario, network, hosts, place.file);
  const fabric = scenarioFabric(scenario, network, withStuckSwitches(epochs, faults.stuck, place.file));
  return { scenario, fabric, jobs: placedJobs(scenario, hosts), faults };
}

/** A network with the speeds of a scenario. */
export function scenarioFabric(
  { link, switchDelay }: Scenario,
  network: Network,
  epochs: readonly RoutingEpoch[],
): Fabric {
  return createFabric(network, { ...link, switchDelay }, epochs, link.parallel === 'in-turn');
}

/** The network of a scenario without files, and without the faults of a machine. */
export function scenarioNetwork({ network: wanted, seed }: Scenario, file?: string): Network {
  if ('file' in wanted) throw scenarioError(['network', 'file'], 'is not read yet', file);
  const built = buildNetwork(wanted.family, wanted.params);
  if (built.hosts.length === 0) throw scenarioError(['network'], 'has no hosts', file);
  return wanted.failures ? degraded(built, wanted.failures, seed, file) : built;
}

function degraded(
  network: Network,
  failures: NonNullable<Scenario['network']['failures']>,
  seed: Scenario['seed'],
  file?: string,
): Network {
  const random = createRandom(`${seed}/failures`);
  const { links, switches, hosts } = network;
  const cables = links.id.filter((link) => links.reverse[link] > link);
  const draw = (what: 'links' | 'switches' | 'hosts', ids: Int32Array): number[] => {
    if (failures[what] <= ids.length) return shuffle([...ids], random).slice(0, failures[what]);
    const rule = `cannot take away ${failures[what]} of ${ids.length}`;
    throw scenarioError(['network', 'failures', what], rule, file);
  };
  return removeParts(network, {
    links: draw('links', cables),
    switches: draw('switches', switches),
    hosts: draw('hosts', hosts),
  }).network;
}

/** The tables that the routers of a scenario make for a network, with each job on its hosts. */
export function routingEpochs(
  scenario: Scenario,
  network: Network,
  hosts: readonly Int32Array[],
  file?: string,
): RoutingEpoch[] {
  const { routing, jobs, seed } = scenario;
  const wanted = typeof routing === 'string' ? [{ at: 0, router: routing }] : routing;
  return wanted.map(({ at, router: name }, e) => {
    const path = typeof routing === 'string' ? ['routing'] : ['routing', e, 'router'];
    const router = routerNamed(name);
    const refusal = router.refuses(network);
    if (refusal) throw scenarioError(path, `${name} cannot route this network: ${refusal}`, file);
    const until = wanted[e + 1]?.at ?? Number.POSITIVE_INFINITY;
    const jobHosts = hosts.filter((_, j) => {
      const { start, duration = Number.POSITIVE_INFINITY, after } = jobs[j];
      return after.length > 0 || (start < until && start + duration > at);
    });
    const activeHosts = Int32Array.from(new Set(jobHosts.flatMap((list) => [...list]))).sort();
    const random = createRandom(`${seed}/routing/${e}`);
    return { from: at * PS_PER_NS, routing: router.route(network, { random, activeHosts, jobHosts }) };
  });
}

function placedJobs(scenario: Scenario, hosts: readonly Int32Array[]): PlacedJob[] {
  const { jobs, seed } = scenario;
  const places = new Map(jobs.map(({ name }, j) => [name, j]));
  return jobs.map((job, j) => ({
    name: job.name,
    user: job.user ?? null,
    ranks: job.ranks,
    hosts: hosts[j],
    start: Math.round(job.start * PS_PER_NS),
    after: job.after.map((name) => places.get(name) ?? -1),
    phases: () => jobPhases(job, String(seed)),
  }));
}
