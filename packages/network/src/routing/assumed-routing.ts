import { createRandom, type Network } from '@weft/model';
import type { Router, Routing } from '../router.ts';
import { torusShape } from '../torus/torus-shape.ts';
import { dimensionOrder } from './dimension-order.ts';
import { minHop } from './min-hop.ts';
import { dModK } from './mod-k.ts';
import { valleyFree } from './valley-free.ts';

/**
 * The routing to assume where a dataset has no forwarding tables: D-mod-k on fat trees, dimension order on whole tori
 * and meshes, customers before peers before providers between autonomous systems, elsewhere shortest paths.
 */
export function assumedRouting(network: Network): Routing {
  return assumedRouter(network).route(network, { random: createRandom(1), activeHosts: null });
}

export function assumedRouter(network: Network): Router {
  if (valleyFree.refuses(network) === null) return valleyFree;
  if (dModK.refuses(network) === null) return dModK;
  return isWholeTorus(network) && dimensionOrder.refuses(network) === null ? dimensionOrder : minHop;
}

/** With every node, every link, and links named by their direction: dimension order finds no way around a gap. */
function isWholeTorus(network: Network): boolean {
  const faults = torusShape(network)?.faults;
  if (!faults || faults.holes + faults.missing + faults.astray + faults.misnamed + faults.doubled > 0)
    return false;
  return network.links.direction.dictionary.includes('+a');
}
