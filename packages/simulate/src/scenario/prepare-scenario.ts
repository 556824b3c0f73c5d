import { resolve } from 'node:path';
import { createRandom, type Network, shuffle, WeftError } from '@weft/model';
import { buildNetwork, removeParts, routerNamed } from '@weft/network';
import { createFabric, type Fabric, PS_PER_NS, type RoutingEpoch } from '../engine/fabric.ts';
import type { PlacedJob } from '../engine/placed-job.ts';
import { jobPhases } from './job-phases.ts';
import { scenarioError } from './parse-scenario.ts';
import { type HostFiles, placeJobs } from './place-jobs.ts';
import { readPlainFile } from './read-plain-file.ts';
import type { Scenario } from './scenario-schema.ts';

/** A scenario with its network built, routed and filled with jobs. */
export interface PreparedScenario {
  readonly scenario: Scenario;
  readonly fabric: Fabric;
  readonly jobs: readonly PlacedJob[];
}

export interface ScenarioPlace {
  /** Name of the scenario file, for errors. */
  readonly file?: string;
  /** Folder against which files named in the scenario are looked up. */
  readonly folder?: string;
}

/** Does everything but the simulation: what `--dry-run` checks. */
export function prepareScenario(scenario: Scenario, place: ScenarioPlace = {}): PreparedScenario {
  const network = scenarioNetwork(scenario, place);
  const hosts = placeJobs(scenario, network, readHostFiles(scenario, place), place.file);
  const fabric = createFabric(
    network,
    { ...scenario.link, switchDelay: scenario.switchDelay },
    routingEpochs(scenario, network, hosts, place.file),
    scenario.link.parallel === 'in-turn',
  );
  return { scenario, fabric, jobs: placedJobs(scenario, hosts) };
}

function scenarioNetwork(scenario: Scenario, place: ScenarioPlace): Network {
  const { network: wanted } = scenario;
  const built =
    'file' in wanted
      ? buildNetwork('graph', readJson(wanted.file, ['network', 'file'], place))
      : buildNetwork(wanted.family, wanted.params);
  if (built.hosts.length === 0) throw scenarioError(['network'], 'has no hosts', place.file);
  return wanted.failures ? degraded(built, wanted.failures, scenario.seed, place.file) : built;
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

function routingEpochs(
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
  return jobs.map((job, j) => ({
    name: job.name,
    user: job.user ?? null,
    ranks: job.ranks,
    hosts: hosts[j],
    start: Math.round(job.start * PS_PER_NS),
    after: job.after.map((name) => jobs.findIndex((other) => other.name === name)),
    phases: () => jobPhases(job, String(seed)),
  }));
}

function readHostFiles({ jobs }: Scenario, place: ScenarioPlace): HostFiles {
  const files = new Map<string, readonly number[]>();
  jobs.forEach(({ placement }, j) => {
    if (typeof placement === 'string' || !('file' in placement)) return;
    const path = ['jobs', j, 'placement', 'file'];
    const lines = readText(placement.file, path, place).split(/\s+/).filter(Boolean);
    files.set(
      placement.file,
      lines.map((line, number) => {
        if (/^\d+$/.test(line)) return Number(line);
        throw scenarioError(path, `${placement.file}: entry ${number + 1} is not a host number`, place.file);
      }),
    );
  });
  return files;
}

function readJson(name: string, path: readonly (string | number)[], place: ScenarioPlace): unknown {
  try {
    return JSON.parse(readText(name, path, place));
  } catch (error) {
    if (error instanceof WeftError) throw error;
    throw scenarioError(path, `${name} is not JSON`, place.file);
  }
}

function readText(
  name: string,
  path: readonly (string | number)[],
  { file, folder = '.' }: ScenarioPlace,
): string {
  try {
    return readPlainFile(resolve(folder, name));
  } catch {
    throw scenarioError(path, `cannot read the file ${name}`, file);
  }
}
