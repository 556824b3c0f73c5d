import type { Manifest, Network } from '@weft/model';
import { buildNetwork, removeParts } from '@weft/network';
import { missingLinks } from '../cables.ts';

/** The network as its family has it, and the cables of it that the dataset lacks. */
export interface IntactNetwork {
  readonly network: Network;
  /** Ids in the intact network, one direction of each cable. */
  readonly missing: readonly number[];
}

/** Null where the family is not known, or more than cables is missing. */
export function intactNetwork(network: Network, { network: known }: Manifest): IntactNetwork | null {
  if (!known || known.family === 'graph') return null;
  const intact = buildIfKnown(known.family, known.params);
  if (!intact || intact.vertexCount !== network.vertexCount) return null;
  const missing = missingLinks(intact, network);
  const extra = network.linkCount - (intact.linkCount - 2 * missing.length);
  return extra === 0 ? { network: intact, missing } : null;
}

/** The network with some of its missing cables back. */
export function withCables({ network, missing }: IntactNetwork, restored: readonly number[]): Network {
  return removeParts(network, { links: missing.filter((link) => !restored.includes(link)) }).network;
}

function buildIfKnown(family: string, params: unknown): Network | null {
  try {
    return buildNetwork(family, params);
  } catch {
    return null;
  }
}
