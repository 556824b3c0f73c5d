import type { Network } from '@weft/model';
import { addRoutes, type Routing } from '@weft/network';
import type { LinkEvidence } from './link-evidence.ts';
import { peerRule, peersOf } from './peers-of-link.ts';

/** The traffic of the evidence on routes of choice. */
export interface RoutedTraffic {
  /** Bytes that the traffic puts on the asked link by the tables in force. */
  before(): number;
  /** Bytes of the fullest peer where the same traffic is routed otherwise. */
  fullestPeer(network: Network, routing: Routing): number;
}

export function routedTraffic({ network, link, routing, traffic }: LinkEvidence): RoutedTraffic {
  const rule = peerRule(network, link);
  const loadsOf = (on: Network, by: Routing): Float64Array => {
    const loads = new Float64Array(on.linkCount);
    for (const pairs of traffic) addRoutes(by, pairs, loads);
    return loads;
  };
  let before: number | undefined;
  return {
    before() {
      before ??= loadsOf(network, routing)[link];
      return before;
    },
    fullestPeer(on, by) {
      const loads = loadsOf(on, by);
      return peersOf(on, rule).reduce((most, peer) => Math.max(most, loads[peer]), 0);
    },
  };
}
