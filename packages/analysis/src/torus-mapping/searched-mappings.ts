import type { TorusShape } from '@weft/network';
import { bisectionMapping } from './bisection-mapping.ts';
import type { NamedMapping } from './compare-mappings.ts';
import { greedyMapping } from './greedy-mapping.ts';
import type { RankPairs } from './rank-pairs.ts';

const searches = { greedy: greedyMapping, bisection: bisectionMapping };

/** Mappings made for the messages of a job; those that would take too long are left out. */
export function searchedMappings(shape: TorusShape, pairs: RankPairs, ranksPerNode: number): NamedMapping[] {
  return Object.entries(searches).flatMap(([name, search]) => {
    const nodes = search(shape, pairs, ranksPerNode);
    return nodes ? [{ name, nodes }] : [];
  });
}
