import type { Network } from '@weft/model';
import { type Routing, removeParts } from '@weft/network';
import {
  type Fabric,
  type RoutingEpoch,
  routingEpochs,
  scenarioFabric,
  withStuckSwitches,
} from '@weft/simulate';
import { cableKey, cableOf, linkKeys } from '../cables.ts';
import type { Cable } from '../change.ts';
import type { Machine } from './machine.ts';

/** The fabric with tables by another router (or by the same, made anew), or with those of one switch alone. */
export function newTables(machine: Machine, router: string, onlySwitch?: number): Fabric {
  const { fabric, scenario } = machine;
  const anew = routedFabric(machine, fabric.network, router, () =>
    routingEpochs({ ...scenario, routing: router }, fabric.network, hostsOf(machine)),
  );
  if (onlySwitch === undefined) return { ...anew, psPerByte: fabric.psPerByte };
  const epochs = fabric.epochs.map((epoch) => withSwitchOf(epoch, anew.epochs[0].routing, onlySwitch));
  return { ...scenarioFabric(scenario, fabric.network, epochs), psPerByte: fabric.psPerByte };
}

/** The fabric with cables that were missing; its tables are by the same routers, and switches that are stuck stay so. */
export function restoredFabric(machine: Machine, cables: readonly Cable[] | 'all'): Fabric {
  const { fabric, described, scenario } = machine;
  const back = new Set((cables === 'all' ? described.missing : cables).map(cableKey));
  const network = restoredNetwork(machine, back);
  const made = routedFabric(machine, network, 'as described', () =>
    withStuckSwitches(routingEpochs(scenario, network, hostsOf(machine)), described.stuck),
  );
  return { ...made, psPerByte: paceOn(made, fabric, described.psPerByte) };
}

function restoredNetwork({ described }: Machine, back: ReadonlySet<string>): Network {
  const { networks, intact, missing } = described;
  const key = [...back].join(' ');
  const network =
    networks.get(key) ??
    withoutCables(
      intact,
      missing.filter((cable) => !back.has(cableKey(cable))),
    );
  networks.set(key, network);
  return network;
}

/** Tables of large machines take seconds: each is made once. */
function routedFabric(
  { described, scenario }: Machine,
  network: Network,
  router: string,
  route: () => readonly RoutingEpoch[],
): Fabric {
  const known = described.fabrics.get(network) ?? new Map<string, Fabric>();
  described.fabrics.set(network, known);
  const fabric = known.get(router) ?? scenarioFabric(scenario, network, route());
  known.set(router, fabric);
  return fabric;
}

function withoutCables(network: Network, gone: readonly Cable[]): Network {
  if (gone.length === 0) return network;
  const keys = linkKeys(network);
  const links = gone.map((cable) => keys.get(cableKey(cable)) ?? -1);
  return removeParts(network, { links }).network;
}

function hostsOf({ jobs }: Machine): Int32Array[] {
  return jobs.map(({ hosts }) => hosts);
}

/** Links that are slower than described stay so, under their numbers in the other network. */
function paceOn(made: Fabric, before: Fabric, described: Float64Array): Float64Array {
  const pace = made.psPerByte.slice();
  const slower = Array.from(before.psPerByte.keys()).filter(
    (link) => before.psPerByte[link] !== described[link],
  );
  if (slower.length === 0) return pace;
  const keys = linkKeys(made.network);
  for (const link of slower) {
    const there = keys.get(cableKey(cableOf(before.network.links, link)));
    if (there !== undefined) pace[there] = before.psPerByte[link];
  }
  return pace;
}

/** A forwarding table whose rows of one switch are those of another. */
function withSwitchOf({ from, routing }: RoutingEpoch, other: Routing, vertex: number): RoutingEpoch {
  return {
    from,
    routing: {
      ...routing,
      bySource: routing.bySource || other.bySource,
      table: null,
      nextLink: (at, dest, source) => (at === vertex ? other : routing).nextLink(at, dest, source),
    },
  };
}
/** Switches whose tables are not those that the scenario's own router makes for this network. */
export function switchesOffRoute(machine: Machine): number[] {
  const { fabric, scenario, described } = machine;
  if (described.stuck.length === 0) return [];
  const router = typeof scenario.routing === 'string' ? scenario.routing : scenario.routing[0].router;
  const { network } = fabric;
  const own = fabric.epochs[0].routing;
  const anew = newTables(machine, router).epochs[0].routing;
  return [...network.switches].filter((vertex) =>
    network.hosts.some((host) => own.nextLink(vertex, host, vertex) !== anew.nextLink(vertex, host, vertex)),
  );
}
