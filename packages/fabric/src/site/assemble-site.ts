import { type Irregularity, type RecognisedFabric, recogniseFabric } from '@weft/network';
import type { JobFacts } from '../facts/job-facts.ts';
import type { Problems } from '../facts/problems.ts';
import type { SiteFacts } from '../facts/site-facts.ts';
import type { TopologyFacts } from '../facts/topology-facts.ts';
import { assembleNetwork } from './assemble-network.ts';
import { describeIrregularity } from './describe-irregularity.ts';
import { createSite, type Site } from './site.ts';

interface AssembledSite {
  readonly site: Site;
  readonly family: RecognisedFabric;
}

/** Gives ids to what the topology names, finds its family, and tells what is irregular. */
export function assembleSite({ topology: facts, jobs }: SiteFacts, problems: Problems): AssembledSite {
  if (facts.nodes.size === 0) addHostsOfJobs(facts, jobs);
  const { network, vertexOf } = assembleNetwork(facts, problems);
  const family = recogniseFabric(network);
  for (const found of family.irregularities) noteIrregularity(found, family, problems);
  return { site: createSite(family.network, vertexOf, facts, problems), family };
}

/** Jobs alone have no fabric, but hosts. */
function addHostsOfJobs({ nodes }: TopologyFacts, { jobs }: JobFacts): void {
  for (const { hosts, place } of jobs) {
    for (const name of hosts) nodes.set(name, { id: name, kind: 'host', guid: null, name, place });
  }
}

function noteIrregularity(found: Irregularity, { network }: RecognisedFabric, problems: Problems): void {
  const { code, what, example } = describeIrregularity(found, network);
  problems.note({ code, what, example });
}
