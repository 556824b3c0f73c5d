import { createRandom, type Network } from '@weft/model';
import type { Routing } from '../router.ts';
import { minHop } from './min-hop.ts';
import { dModK } from './mod-k.ts';

/** The routing to assume where a dataset has no forwarding tables: D-mod-k on fat trees, elsewhere shortest paths. */
export function assumedRouting(network: Network): Routing {
  const router = dModK.refuses(network) === null ? dModK : minHop;
  return router.route(network, { random: createRandom(1), activeHosts: null });
}
