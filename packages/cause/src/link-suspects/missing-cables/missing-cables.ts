import { cableOf } from '../../cables.ts';
import { type IntactNetwork, intactNetwork, withCables } from '../../link/intact-network.ts';
import type { LinkEvidence } from '../../link/link-evidence.ts';
import {
  counterTest,
  type LinkSuspect,
  type LinkSuspectKind,
  type LinkSuspects,
} from '../../link/link-suspect.ts';
import { routeAnew } from '../../link/present-routing.ts';
import type { RoutedTraffic } from '../../link/routed-traffic.ts';
import { cableGroups, cableName, MOST_CABLES, nearestFirst } from './near-cables.ts';

/** Cables that the family of the network has and the network has not, put back. */
export const missingCables: LinkSuspectKind = {
  name: 'missing-cables',
  needsOtherWays: true,
  find(evidence, routed) {
    const intact = intactNetwork(evidence.network, evidence.manifest);
    if (intact) return restoredCables(evidence, intact, routed);
    const reason =
      'missing cables: the family of the network is not known, or switches or hosts are missing, too';
    return { suspects: [], untested: [reason] };
  },
};

function restoredCables(evidence: LinkEvidence, intact: IntactNetwork, routed: RoutedTraffic): LinkSuspects {
  const near = nearestFirst(intact, evidence);
  const suspects = cableGroups(near, intact, evidence).map((cables) =>
    restored(cables, evidence, intact, routed),
  );
  const left = Math.max(0, near.length - MOST_CABLES);
  return { suspects, untested: left > 0 ? [`${left} further missing cables, farther from the link`] : [] };
}

function restored(
  cables: readonly number[],
  evidence: LinkEvidence,
  intact: IntactNetwork,
  routed: RoutedTraffic,
): LinkSuspect {
  const { links } = intact.network;
  const change = `${cables.map((cable) => cableName(intact.network, cable)).join(', ')} restored`;
  return {
    id: `missing:${cables.join('+')}`,
    kind: 'missing',
    change,
    changes: [{ kind: 'restore', cables: cables.map((cable) => cableOf(links, cable)) }],
    cables: cables.map((cable) => ({ link: null, from: links.src[cable], to: links.dst[cable] })),
    test() {
      const network = withCables(intact, cables);
      const router = evidence.router ?? evidence.routing.name;
      const routing = routeAnew(network, router, evidence.hosts, evidence.manifest);
      const before = routed.before();
      const after = routing ? routed.fullestPeer(network, routing) : before;
      return counterTest({ kind: 'missing', change, before, after });
    },
  };
}
