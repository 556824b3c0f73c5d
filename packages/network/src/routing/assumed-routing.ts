import { createRandom, type Network } from '@weft/model';
import { routerNamed } from '../registry.ts';
import type { Routing } from '../router.ts';

/** The routing to assume where a dataset has no forwarding tables: D-mod-k on fat trees, else shortest ways. */
export function assumedRouting(network: Network): Routing {
  const modulo = routerNamed('d-mod-k');
  const router = modulo.refuses(network) === null ? modulo : routerNamed('min-hop');
  return router.route(network, { random: createRandom(1), activeHosts: null });
}
