import type { Network } from '@weft/model';
import { vertexName } from '@weft/network';
import type { IntactNetwork } from '../../link/intact-network.ts';
import type { LinkEvidence } from '../../link/link-evidence.ts';

/** Restored cables that are tested at most, those next to the link first. */
export const MOST_CABLES = 8;

/** All missing cables of a switch at an end of the link together, then each by itself. */
export function cableGroups(
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

/** Those at an end of the link come first. */
export function nearestFirst(
  { network, missing }: IntactNetwork,
  { network: present, link }: LinkEvidence,
): number[] {
  const { src, dst } = network.links;
  const ends = [present.links.src[link], present.links.dst[link]];
  const far = (cable: number) => (ends.includes(src[cable]) || ends.includes(dst[cable]) ? 0 : 1);
  return [...missing].sort((a, b) => far(a) - far(b) || a - b);
}

export function cableName(network: Network, cable: number): string {
  return `${vertexName(network, network.links.src[cable])} – ${vertexName(network, network.links.dst[cable])}`;
}
