import { entersHost } from '../link/enters-host.ts';
import type { LinkEvidence } from '../link/link-evidence.ts';
import type { LinkSuspectKind, LinkSuspects } from '../link/link-suspect.ts';
import { routedTraffic } from '../link/routed-traffic.ts';
import { missingCables } from './missing-cables/missing-cables.ts';
import { oneJob } from './one-job/one-job.ts';
import { otherRouting } from './other-routing/other-routing.ts';

/** Every kind of suspect of a full link, in the order in which they are tested: one folder and one line each. */
const linkSuspectKinds: readonly LinkSuspectKind[] = [missingCables, otherRouting, oneJob];

export function linkSuspects(evidence: LinkEvidence): LinkSuspects {
  const isLast = entersHost(evidence.network, evidence.link);
  const routed = routedTraffic(evidence);
  const found = linkSuspectKinds
    .filter(({ needsOtherWays }) => !isLast || !needsOtherWays)
    .map((kind) => kind.find(evidence, routed));
  const refused = isLast ? ['other routings: every way to the host ends with this link'] : [];
  return {
    suspects: found.flatMap(({ suspects }) => suspects),
    untested: [...refused, ...found.flatMap(({ untested }) => untested)],
  };
}
