import type { Network } from '@weft/model';
import { buildNetwork } from '@weft/network';
import {
  type Fabric,
  type Faults,
  type PreparedScenario,
  type Scenario,
  scenarioNetwork,
} from '@weft/simulate';
import type { Cable } from '../change.ts';

/** What is known of a machine before anything is changed. */
export interface Described {
  /** Picoseconds a byte needs on each link, as described. */
  readonly psPerByte: Float64Array;
  /** The network without faults, and the cables of it that the machine lacks. */
  readonly intact: Network;
  readonly missing: readonly Cable[];
  /** Switches whose tables are stuck. */
  readonly stuck: Faults['stuck'];
  /** Networks by the cables they have back, and fabrics by network and router: each is made once. */
  readonly networks: Map<string, Network>;
  readonly fabrics: Map<Network, Map<string, Fabric>>;
}

export function describeMachine({ scenario, fabric, faults }: PreparedScenario): Described {
  const { network } = fabric;
  const intact = intactNetwork(scenario, network);
  return { ...describeIntact(fabric, faults.stuck), intact, missing: missingCables(intact, network) };
}

/** A machine whose network is taken to be whole. */
export function describeIntact({ network, psPerByte }: Fabric, stuck: Faults['stuck']): Described {
  return { psPerByte, intact: network, missing: [], stuck, networks: new Map(), fabrics: new Map() };
}

/** Where whole switches or hosts are gone, vertices have other numbers: then only the scenario's own network is known. */
function intactNetwork(scenario: Scenario, actual: Network): Network {
  const { network } = scenario;
  const built = 'family' in network ? buildNetwork(network.family, network.params) : actual;
  return built.vertexCount === actual.vertexCount ? built : scenarioNetwork(scenario);
}

function missingCables(intact: Network, actual: Network): Cable[] {
  const there = linkKeys(actual);
  return allCables(intact).filter((cable) => !there.has(cableKey(cable)));
}

/** Each cable once, as the link with the lower id. */
function allCables({ links, linkCount }: Network): Cable[] {
  const cables: Cable[] = [];
  for (let link = 0; link < linkCount; link++) {
    if (links.reverse[link] >= 0 && links.reverse[link] < link) continue;
    cables.push(cableOf(links, link));
  }
  return cables;
}

function cableOf({ src, src_port, dst, dst_port }: Network['links'], link: number): Cable {
  return { from: src[link], fromPort: src_port[link], to: dst[link], toPort: dst_port[link] };
}

export function cableKey({ from, fromPort, to, toPort }: Cable): string {
  return `${from}:${fromPort} ${to}:${toPort}`;
}

/** Links by their ends and ports. */
export function linkKeys({ links, linkCount }: Network): Map<string, number> {
  return new Map(Array.from({ length: linkCount }, (_, link) => [cableKey(cableOf(links, link)), link]));
}
