import type { CommgramPhase, PhaseTraffic } from '@weft/analysis';
import type { BandRow } from '@weft/draw';
import { NONE } from '@weft/model';
import { hopLimit, type Routing, tracePath } from '@weft/network';
import { areSeveral } from './network-band.ts';

/** With more ranks, a table of all pairs takes too much memory. */
const MOST_RANKS = 8192;
const UNKNOWN = 255;
const NO_PATH = 254;

/** Bytes over links: what messages carry times the links of their routes; null where one of them is not known. */
export type LinkBytes = (traffic: PhaseTraffic) => number | null;

/** Are ranks on several hosts, all of which are known, and not too many? */
export function areRoutable(hosts: Int32Array): boolean {
  return areSeveral(hosts) && hosts.length <= MOST_RANKS && !hosts.includes(NONE);
}

export function createLinkBytes(routing: Routing, hosts: Int32Array): LinkBytes | null {
  if (!areRoutable(hosts)) return null;
  const ranks = hosts.length;
  const hops = new Uint8Array(ranks * ranks).fill(UNKNOWN);
  const links = new Int32Array(Math.min(hopLimit(routing), NO_PATH));
  const hopsBetween = (src: number, dst: number): number => {
    const at = src * ranks + dst;
    if (hops[at] === UNKNOWN) {
      const count = hosts[src] === hosts[dst] ? 0 : tracePath(routing, hosts[src], hosts[dst], links);
      hops[at] = count < 0 || count > links.length ? NO_PATH : count;
    }
    return hops[at];
  };
  const known = new WeakMap<PhaseTraffic, { readonly bytes: number | null }>();
  return (traffic) => {
    const cached = known.get(traffic);
    if (cached) return cached.bytes;
    const bytes = sumOverLinks(traffic, hopsBetween);
    known.set(traffic, { bytes });
    return bytes;
  };
}

function sumOverLinks(
  { src, dst, bytes }: PhaseTraffic,
  hopsBetween: (src: number, dst: number) => number,
): number | null {
  let total = 0;
  for (let e = 0; e < src.length; e++) {
    const hops = hopsBetween(src[e], dst[e]);
    if (hops === NO_PATH) return null;
    total += bytes[e] * hops;
  }
  return total;
}

/** Bytes over all links per second of each phase, from its own messages; none where a route is not known. */
export function routedBand(phases: readonly CommgramPhase[], linkBytes: LinkBytes): BandRow[] {
  const totals = phases.map(({ picture }) => linkBytes(picture.traffic));
  if (totals.includes(null)) return [];
  const values = Float64Array.from(
    phases,
    ({ start, end }, p) => ((totals[p] ?? 0) / Math.max(1, end - start)) * 1e9,
  );
  return [{ title: 'network traffic (messages along their routes, all links)', unit: 'B/s', values }];
}
