import { createRandom, WeftError } from '@weft/model';
import { placementNamed } from '@weft/network';
import { routingEpochs, scenarioFabric } from '@weft/simulate';
import type { NewPlacement } from '../change.ts';
import { busyHosts, type Machine, type MachineJob } from './machine.ts';

/** The routers whose tables depend on where jobs are. */
const PLACED_ROUTERS: ReadonlySet<string> = new Set(['scheduling-aware']);

/** The machine with one job on other hosts, of those that no other job is on. */
export function placedAnew(machine: Machine, number: number, placement: NewPlacement): Machine {
  const job = machine.jobs[number];
  const nodes = typeof placement === 'string' ? namedHosts(machine, number, placement) : placement.hosts;
  const { ranksPerHost } = machine.scenario.jobs[number];
  const hosts = Int32Array.from({ length: job.ranks }, (_, rank) => nodes[Math.floor(rank / ranksPerHost)]);
  checkHosts(machine, number, hosts);
  const jobs = machine.jobs.map((other, j): MachineJob => (j === number ? { ...other, hosts } : other));
  return withTablesFor({ ...machine, jobs });
}

function namedHosts(machine: Machine, number: number, name: string): Int32Array {
  const { network } = machine.fabric;
  const { name: job, ranksPerHost, ranks } = machine.scenario.jobs[number];
  const busy = busyHosts(othersOf(machine, number), network);
  const free = busy.map((flag) => 1 - flag);
  const random = createRandom(`${machine.scenario.seed}/${job}/placement`);
  return placementNamed(name).place([Math.ceil(ranks / ranksPerHost)], network, free, random)[0];
}

function othersOf(machine: Machine, number: number): Machine {
  return { ...machine, jobs: machine.jobs.filter((_, j) => j !== number) };
}

function checkHosts(machine: Machine, number: number, hosts: Int32Array): void {
  const busy = busyHosts(othersOf(machine, number), machine.fabric.network);
  const wrong = hosts.find((host) => busy[host] !== 0 || !machine.fabric.network.hosts.includes(host));
  if (wrong === undefined) return;
  throw new WeftError({
    code: 'BAD-PLACEMENT',
    message: busy[wrong] === 1 ? `host ${wrong} is taken by another job` : `vertex ${wrong} is not a host`,
    advice: 'Name one free host for each node of the job, by vertex id.',
  });
}

function withTablesFor(machine: Machine): Machine {
  const { scenario, fabric, jobs } = machine;
  const routers =
    typeof scenario.routing === 'string' ? [scenario.routing] : scenario.routing.map((r) => r.router);
  if (!routers.some((router) => PLACED_ROUTERS.has(router))) return machine;
  const hosts = jobs.map((job) => job.hosts);
  const epochs = routingEpochs(scenario, fabric.network, hosts);
  const anew = scenarioFabric(scenario, fabric.network, epochs);
  return { ...machine, fabric: { ...anew, psPerByte: fabric.psPerByte } };
}
