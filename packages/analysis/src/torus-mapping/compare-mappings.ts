import type { TorusShape } from '@weft/network';
import type { RankPairs } from './rank-pairs.ts';
import { type MappingScore, scoreMapping } from './score-mapping.ts';

/** One way to put the ranks of a job on the nodes of a torus. */
export interface NamedMapping {
  readonly name: string;
  /** The node of each rank, -1 = none. */
  readonly nodes: Int32Array;
}

export interface ComparedMapping extends NamedMapping {
  readonly score: MappingScore;
}

export function compareMappings(
  shape: TorusShape,
  pairs: RankPairs,
  mappings: readonly NamedMapping[],
): ComparedMapping[] {
  return mappings.map((mapping) => ({ ...mapping, score: scoreMapping(shape, pairs, mapping.nodes) }));
}

/** The mapping with the least on its fullest link, then on all links; the first among equals. Mappings that lose messages do not count. */
export function bestMapping(compared: readonly ComparedMapping[]): ComparedMapping {
  return compared.reduce((best, other) => (isBetter(other.score, best.score) ? other : best));
}

function isBetter(a: MappingScore, b: MappingScore): boolean {
  if (a.lost !== b.lost) return a.lost < b.lost;
  if (a.mostLoaded !== b.mostLoaded) return a.mostLoaded < b.mostLoaded;
  return a.linkBytes < b.linkBytes;
}
