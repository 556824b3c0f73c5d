import { type Irregularity, type RecognisedFabric, recogniseFabric } from '@weft/network';
import type { Problems } from '../facts/problems.ts';
import type { TopologyFacts } from '../facts/topology-facts.ts';
import { assembleNetwork } from './assemble-network.ts';
import { describeIrregularity } from './describe-irregularity.ts';
import { createSite, type Site } from './site.ts';

export interface AssembledSite {
  readonly site: Site;
  readonly family: RecognisedFabric;
}

/** Gives ids to what the topology names, finds its family, and tells what is irregular. */
export function assembleSite(facts: TopologyFacts, problems: Problems): AssembledSite {
  const { network, vertexOf } = assembleNetwork(facts, problems);
  const family = recogniseFabric(network);
  for (const found of family.irregularities) noteIrregularity(found, family, problems);
  return { site: createSite(family.network, vertexOf, facts, problems), family };
}

function noteIrregularity(found: Irregularity, { network }: RecognisedFabric, problems: Problems): void {
  const { code, what, example } = describeIrregularity(found, network);
  problems.note({ code, what, example });
}
