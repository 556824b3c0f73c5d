import type { Network } from '@weft/model';
import { buildNetwork } from '@weft/network';
import {
  type Fabric,
  type Faults,
  type PreparedScenario,
  type Scenario,
  scenarioNetwork,
} from '@weft/simulate';
import { cableOf, missingLinks } from '../cables.ts';
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
  return {
    ...describeIntact(fabric, faults.stuck),
    intact,
    missing: missingLinks(intact, network).map((link) => cableOf(intact.links, link)),
  };
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
