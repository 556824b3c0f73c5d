import { createRandom, type Network, WeftError } from '@weft/model';
import { placementNamed } from '@weft/network';
import { scenarioError } from './parse-scenario.ts';
import type { Scenario, ScenarioJob } from './scenario-schema.ts';

/**
 * Hosts of each job, one per rank. A job may use hosts of jobs that have ended before it starts: in a history by the
 * clock, else where it waits for them.
 */
export function placeJobs(scenario: Scenario, network: Network, file?: string): Int32Array[] {
  const { jobs } = scenario;
  const placed = new Array<Int32Array | undefined>(jobs.length);
  for (const j of placementOrder(jobs)) {
    const free = new Uint8Array(network.vertexCount);
    for (const host of network.hosts) free[host] = 1;
    jobs.forEach((_, other) => {
      const hosts = placed[other];
      if (hosts && mayOverlap(jobs, other, j)) for (const host of hosts) free[host] = 0;
    });
    placed[j] = placeJob(scenario, j, network, free, file);
  }
  return jobs.map((job, j) => spreadRanks(placed[j] ?? new Int32Array(), job));
}

/** By start, jobs that wait behind those they wait for. */
function placementOrder(jobs: readonly ScenarioJob[]): number[] {
  const depth = jobs.map(() => 0);
  for (let round = 0; round < jobs.length; round++) {
    jobs.forEach(({ after }, j) => {
      for (const name of after) {
        depth[j] = Math.max(depth[j], depth[jobs.findIndex((other) => other.name === name)] + 1);
      }
    });
  }
  return jobs.map((_, j) => j).sort((a, b) => depth[a] - depth[b] || jobs[a].start - jobs[b].start || a - b);
}

function mayOverlap(jobs: readonly ScenarioJob[], earlier: number, later: number): boolean {
  const a = jobs[earlier];
  const b = jobs[later];
  if (a.duration !== undefined && b.duration !== undefined) {
    return a.start < b.start + b.duration && b.start < a.start + a.duration;
  }
  return !waitsFor(jobs, b, a.name);
}

/** The jobs a job waits for, each once, also through others. */
function waitsFor(jobs: readonly ScenarioJob[], job: ScenarioJob, name: string): boolean {
  const awaited = new Set(job.after);
  for (const before of awaited) {
    for (const next of jobs.find((other) => other.name === before)?.after ?? []) awaited.add(next);
  }
  return awaited.has(name);
}

function placeJob(
  scenario: Scenario,
  j: number,
  network: Network,
  free: Uint8Array,
  file?: string,
): Int32Array {
  const job = scenario.jobs[j];
  const nodes = Math.ceil(job.ranks / job.ranksPerHost);
  const path = ['jobs', j, 'ranks'];
  const left = network.hosts.reduce((sum, host) => sum + free[host], 0);
  const { placement } = job;
  if (typeof placement === 'string') {
    if (nodes > left) {
      throw scenarioError(path, `needs ${nodes} hosts, ${left} of ${network.hosts.length} are free`, file);
    }
    const random = createRandom(`${scenario.seed}/${job.name}/placement`);
    try {
      return placementNamed(placement).place([nodes], network, free, random)[0];
    } catch (error) {
      if (error instanceof WeftError) throw scenarioError(['jobs', j, 'placement'], error.message, file);
      throw error;
    }
  }
  if ('pods' in placement) return hostsOfPods(placement.pods, nodes, network, free, j, file);
  if ('file' in placement) throw scenarioError(['jobs', j, 'placement', 'file'], 'is not read yet', file);
  return givenHosts(placement.hosts, nodes, network, free, j, file);
}

/** The first free hosts of the pods, in the order in which the pods are named. */
function hostsOfPods(
  pods: readonly number[],
  nodes: number,
  { hosts, vertices }: Network,
  free: Uint8Array,
  j: number,
  file?: string,
): Int32Array {
  const found = pods.flatMap((pod) => [...hosts].filter((host) => vertices.pod[host] === pod && free[host]));
  if (found.length < nodes) {
    const message = `needs ${nodes} hosts, ${found.length} are free in pods ${pods.join(', ')}`;
    throw scenarioError(['jobs', j, 'placement', 'pods'], message, file);
  }
  return Int32Array.from(found.slice(0, nodes));
}

function givenHosts(
  given: readonly number[],
  nodes: number,
  network: Network,
  free: Uint8Array,
  j: number,
  file?: string,
): Int32Array {
  const path = ['jobs', j, 'placement'];
  if (given.length !== nodes)
    throw scenarioError(path, `names ${given.length} hosts, the job needs ${nodes}`, file);
  return Int32Array.from(given, (number, i) => {
    const host = network.hosts[number];
    if (host === undefined) {
      throw scenarioError([...path, i], `host ${number}, the network has ${network.hosts.length}`, file);
    }
    if (!free[host]) throw scenarioError([...path, i], `host ${number} is taken by another job`, file);
    return host;
  });
}

/** Ranks fill a host before the next. */
function spreadRanks(hosts: Int32Array, { ranks, ranksPerHost }: ScenarioJob): Int32Array {
  return Int32Array.from({ length: ranks }, (_, rank) => hosts[Math.floor(rank / ranksPerHost)]);
}
