import type { Network } from '@weft/model';
import { addRoutes, type Routing, routers, vertexName } from '@weft/network';
import type { CounterTest, NamedLink, VerdictKind } from '../answer.ts';
import { cableOf } from '../cables.ts';
import type { Change } from '../change.ts';
import { entersHost } from './enters-host.ts';
import type { LinkEvidence } from './link-evidence.ts';
import { type IntactNetwork, intactNetwork, withCables } from './missing-cables.ts';
import { type PeerRule, peerRule, peersOf } from './peers-of-link.ts';
import { routeAnew } from './present-routing.ts';

/** Something that may have filled the link, and the test of it. */
export interface LinkSuspect {
  /** For programs: `routing:sssp`, `job:3`, `missing:17`. */
  readonly id: string;
  readonly kind: Extract<VerdictKind, 'missing' | 'routing' | 'job'>;
  readonly job?: number;
  readonly cables?: readonly NamedLink[];
  readonly change: string;
  /** The same as data, to run it with. */
  readonly changes: readonly Change[];
  test(): CounterTest;
}

interface LinkSuspects {
  readonly suspects: readonly LinkSuspect[];
  readonly untested: readonly string[];
}

/** Restored cables that are tested at most, those next to the link first. */
const MOST_CABLES = 8;

/** In the order in which they are tested: cables, then routings, then jobs. */
export function linkSuspects(evidence: LinkEvidence): LinkSuspects {
  if (entersHost(evidence.network, evidence.link)) {
    return {
      suspects: jobSuspects(evidence),
      untested: ['other routings: every way to the host ends with this link'],
    };
  }
  const routed = createRouted(evidence);
  const cables = cableSuspects(evidence, routed);
  const routings = routingSuspects(evidence, routed);
  return {
    suspects: [...cables.suspects, ...routings.suspects, ...jobSuspects(evidence)],
    untested: [...cables.untested, ...routings.untested],
  };
}

interface Routed {
  readonly rule: PeerRule;
  /** Bytes that the traffic puts on the asked link by the tables in force. */
  readonly before: number;
  /** Bytes of the fullest peer where the same traffic is routed otherwise. */
  fullestPeer(network: Network, routing: Routing): number;
}

function createRouted({ network, link, routing, traffic }: LinkEvidence): Routed {
  const rule = peerRule(network, link);
  const loadsOf = (on: Network, by: Routing): Float64Array => {
    const loads = new Float64Array(on.linkCount);
    for (const pairs of traffic) addRoutes(by, pairs, loads);
    return loads;
  };
  return {
    rule,
    before: loadsOf(network, routing)[link],
    fullestPeer(on, by) {
      const loads = loadsOf(on, by);
      return peersOf(on, rule).reduce((most, peer) => Math.max(most, loads[peer]), 0);
    },
  };
}

function measured(
  kind: LinkSuspect['kind'],
  change: string,
  before: number,
  after: number,
  more: { readonly job?: string; readonly noise?: number } = {},
): CounterTest {
  const saving = before > 0 ? (before - after) / before : 0;
  const { job, noise = 0 } = more;
  return { kind, ...(job === undefined ? {} : { job }), change, before, after, saving, noise };
}

function cableSuspects(evidence: LinkEvidence, routed: Routed): LinkSuspects {
  const intact = intactNetwork(evidence.network, evidence.manifest);
  if (!intact)
    return {
      suspects: [],
      untested: [
        'missing cables: the family of the network is not known, or switches or hosts are missing, too',
      ],
    };
  const router = evidence.router ?? evidence.routing.name;
  const near = nearestFirst(intact, evidence);
  const groups = cableGroups(near, intact, evidence);
  const suspects = groups.map((cables): LinkSuspect => {
    const named = cables.map((cable) => cableName(intact.network, cable));
    const change = `${named.join(', ')} restored`;
    return {
      id: `missing:${cables.join('+')}`,
      kind: 'missing',
      change,
      changes: [{ kind: 'restore', cables: cables.map((cable) => cableOf(intact.network.links, cable)) }],
      cables: cables.map((cable) => ({
        link: null,
        from: intact.network.links.src[cable],
        to: intact.network.links.dst[cable],
      })),
      test() {
        const restored = withCables(intact, cables);
        const routing = routeAnew(restored, router, evidence.hosts, evidence.manifest);
        const after = routing ? routed.fullestPeer(restored, routing) : routed.before;
        return measured('missing', change, routed.before, after);
      },
    };
  });
  const left = near.length - Math.min(near.length, MOST_CABLES);
  return { suspects, untested: left > 0 ? [`${left} further missing cables, farther from the link`] : [] };
}

/** All missing cables of a switch at an end of the link together, then each by itself. */
function cableGroups(
  near: readonly number[],
  { network }: IntactNetwork,
  { network: present, link }: LinkEvidence,
): number[][] {
  const ends = [present.links.src[link], present.links.dst[link]];
  const { src, dst } = network.links;
  const together = ends
    .map((end) => near.filter((cable) => src[cable] === end || dst[cable] === end))
    .filter((group) => group.length > 1);
  return [...together, ...near.slice(0, MOST_CABLES).map((cable) => [cable])];
}

function nearestFirst(
  { network, missing }: IntactNetwork,
  { network: present, link }: LinkEvidence,
): number[] {
  const { src, dst } = network.links;
  const ends = [present.links.src[link], present.links.dst[link]];
  const far = (cable: number) => (ends.includes(src[cable]) || ends.includes(dst[cable]) ? 0 : 1);
  return [...missing].sort((a, b) => far(a) - far(b) || a - b);
}

function cableName(network: Network, cable: number): string {
  return `${vertexName(network, network.links.src[cable])} – ${vertexName(network, network.links.dst[cable])}`;
}

function routingSuspects(evidence: LinkEvidence, routed: Routed): LinkSuspects {
  const { network, hosts, manifest, router } = evidence;
  const suspects: LinkSuspect[] = [];
  const untested: string[] = [];
  for (const { name, refuses } of routers) {
    const reason = refuses(network);
    const change = name === router ? `tables of ${name} computed again` : `routed by ${name}`;
    if (reason !== null) untested.push(`routing by ${name}: ${reason}`);
    else {
      suspects.push({
        id: `routing:${name}`,
        kind: 'routing',
        change,
        changes: [{ kind: 'routing', router: name }],
        test() {
          const routing = routeAnew(network, name, hosts, manifest);
          const after = routing ? routed.fullestPeer(network, routing) : routed.before;
          return measured('routing', change, routed.before, after);
        },
      });
    }
  }
  const isPresent = ({ id }: LinkSuspect) => id === `routing:${router}`;
  return {
    suspects: [...suspects.filter(isPresent), ...suspects.filter((other) => !isPresent(other))],
    untested,
  };
}

/** The link without the bytes of one job. */
function jobSuspects({ shares, link, loads, jobName }: LinkEvidence): LinkSuspect[] {
  return shares.flatMap(({ job, bytes, low, high }): LinkSuspect[] => {
    if (job === null || bytes <= 0) return [];
    const change = `without ${jobName(job)}`;
    const noise = loads[link] > 0 ? (high - low) / 2 / loads[link] : 0;
    return [
      {
        id: `job:${job}`,
        kind: 'job',
        job,
        change,
        changes: [{ kind: 'without', job: jobName(job) }],
        test: () => measured('job', change, loads[link], loads[link] - bytes, { job: jobName(job), noise }),
      },
    ];
  });
}
