import { routers } from '@weft/network';
import type { LinkEvidence } from '../../link/link-evidence.ts';
import {
  counterTest,
  type LinkSuspect,
  type LinkSuspectKind,
  type LinkSuspects,
} from '../../link/link-suspect.ts';
import { routeAnew } from '../../link/present-routing.ts';
import type { RoutedTraffic } from '../../link/routed-traffic.ts';

/** The same traffic by other tables, and by those in force computed again. */
export const otherRouting: LinkSuspectKind = {
  name: 'other-routing',
  needsOtherWays: true,
  find: otherTables,
};

function otherTables(evidence: LinkEvidence, routed: RoutedTraffic): LinkSuspects {
  const { network, router } = evidence;
  const suspects: LinkSuspect[] = [];
  const untested: string[] = [];
  for (const { name, refuses } of routers) {
    const reason = refuses(network);
    if (reason === null) suspects.push(tablesBy(name, evidence, routed));
    else untested.push(`routing by ${name}: ${reason}`);
  }
  const isPresent = ({ id }: LinkSuspect) => id === `routing:${router}`;
  return {
    suspects: [...suspects.filter(isPresent), ...suspects.filter((other) => !isPresent(other))],
    untested,
  };
}

function tablesBy(name: string, evidence: LinkEvidence, routed: RoutedTraffic): LinkSuspect {
  const { network, hosts, manifest, router } = evidence;
  const change = name === router ? `tables of ${name} computed again` : `routed by ${name}`;
  return {
    id: `routing:${name}`,
    kind: 'routing',
    change,
    changes: [{ kind: 'routing', router: name }],
    test() {
      const before = routed.before();
      const routing = routeAnew(network, name, hosts, manifest);
      const after = routing ? routed.fullestPeer(network, routing) : before;
      return counterTest({ kind: 'routing', change, before, after });
    },
  };
}
