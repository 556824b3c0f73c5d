import { createRandom } from '@weft/model';
import { placements } from '@weft/network';
import { busyHosts, type Machine } from '../machine/machine.ts';
import { nearestHosts, routedDistances } from './host-distances.ts';
import { nodeTraffic } from './node-traffic.ts';
import { greedyOrder, improveBySwaps } from './order-nodes.ts';

/** A way to place a job: the host of each node. */
export interface CandidatePlacement {
  readonly name: string;
  readonly hosts: readonly number[];
}

interface Placing {
  readonly machine: Machine;
  readonly job: number;
  readonly traffic: ReturnType<typeof nodeTraffic>;
  /** Where its nodes are now. */
  readonly own: readonly number[];
  /** 1 = a host of the job, or of nobody. */
  readonly able: Uint8Array;
}

/** Nodes beyond which orders are not searched: distances between all pairs would take too long. */
const MOST_NODES = 2048;
const MOST_STARTS = 24;

/**
 * Ways to place the job that differ from the present one; first those on its own hosts. Orders that no placement has are
 * searched only if asked for.
 */
export function candidatePlacements(machine: Machine, job: number, thorough: boolean): CandidatePlacement[] {
  const placing = placingOf(machine, job);
  const { own, traffic } = placing;
  if (traffic.nodes < 2) return [];
  const sorted = { name: 'its ranks in the order of its hosts', hosts: own.toSorted((a, b) => a - b) };
  const block = compactBlock(placing);
  const sets = [
    sorted,
    ...(block ? [block] : []),
    ...namedPlacements(placing),
    ...(thorough
      ? [
          ...searched(placing, { name: 'its ranks reordered on its own hosts', hosts: sorted.hosts }),
          ...(block ? searched(placing, { ...block, name: `${block.name}, reordered` }) : []),
        ]
      : []),
  ];
  const keys = new Set([own.join(' ')]);
  return sets.filter(({ hosts }) => {
    const key = hosts.join(' ');
    return !keys.has(key) && keys.add(key);
  });
}

function placingOf(machine: Machine, job: number): Placing {
  const { ranksPerHost } = machine.scenario.jobs[job];
  const { hosts } = machine.jobs[job];
  const own = [...hosts].filter((_, rank) => rank % ranksPerHost === 0);
  const { network } = machine.fabric;
  const others = { ...machine, jobs: machine.jobs.filter((_, j) => j !== job) };
  const busy = busyHosts(others, network);
  const able = new Uint8Array(network.vertexCount);
  for (const host of network.hosts) able[host] = 1 - busy[host];
  return { machine, job, traffic: nodeTraffic(machine.jobs[job], ranksPerHost), own, able };
}

/** The nodes of the job on these hosts, in an order that is searched greedily. */
function searched({ machine, traffic }: Placing, { name, hosts }: CandidatePlacement): CandidatePlacement[] {
  if (traffic.nodes > MOST_NODES) return [];
  const distances = routedDistances(machine.fabric.epochs[0].routing, Int32Array.from(hosts));
  return [{ name, hosts: Array.from(greedyOrder(traffic, distances), (place) => hosts[place]) }];
}

/** A placement with nodes exchanged as long as their bytes then cross fewer links; null where nothing is left to exchange. */
export function improvedPlacement(
  machine: Machine,
  job: number,
  { name, hosts }: CandidatePlacement,
): CandidatePlacement | null {
  const traffic = nodeTraffic(machine.jobs[job], machine.scenario.jobs[job].ranksPerHost);
  if (traffic.nodes > MOST_NODES) return null;
  const distances = routedDistances(machine.fabric.epochs[0].routing, Int32Array.from(hosts));
  const given = Int32Array.from(hosts.keys());
  const order = improveBySwaps(traffic, distances, given);
  if (order.every((place, node) => place === node)) return null;
  return { name: `${name}, improved by swaps`, hosts: Array.from(order, (place) => hosts[place]) };
}

/** Where the job is now. */
export function presentPlacement(machine: Machine, job: number): CandidatePlacement {
  return { name: 'as it is', hosts: placingOf(machine, job).own };
}

/** The hosts nearest to one host, of those that are free or its own: the block with the least distances. */
function compactBlock(placing: Placing): CandidatePlacement | null {
  const { machine, own, able } = placing;
  const { network } = machine.fabric;
  const starts = [...network.hosts].filter((host) => able[host] === 1);
  const step = Math.max(1, Math.floor(starts.length / MOST_STARTS));
  const blocks = starts
    .filter((_, at) => at % step === 0)
    .map((host) => nearestHosts(network, host, able, own.length).sort((a, b) => a - b))
    .filter((hosts) => hosts.length === own.length)
    .map((hosts) => ({ hosts, spread: spreadOf(placing, hosts) }));
  if (blocks.length === 0) return null;
  const { hosts } = blocks.reduce((least, block) => (block.spread < least.spread ? block : least));
  return { name: 'a compact block of free hosts', hosts };
}

/** Sum of distances between some of the hosts: enough to tell a block from scattered hosts. */
function spreadOf({ machine }: Placing, hosts: readonly number[]): number {
  const step = Math.max(1, Math.floor(hosts.length / 32));
  const some = Int32Array.from(hosts.filter((_, at) => at % step === 0));
  return routedDistances(machine.fabric.epochs[0].routing, some).links.reduce((sum, links) => sum + links, 0);
}

function namedPlacements({ machine, job, own, able }: Placing): CandidatePlacement[] {
  const { network } = machine.fabric;
  const { name: jobName, placement: present } = machine.scenario.jobs[job];
  return placements
    .filter(({ name }) => name !== present && name !== 'random')
    .map(({ name, place }) => {
      const random = createRandom(`${machine.scenario.seed}/${jobName}/placement`);
      return { name: `placed ${name}`, hosts: [...place([own.length], network, able, random)[0]] };
    });
}
