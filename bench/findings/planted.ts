import type { ManifestFacts, MemorySink } from '@weft/model';

export const features = [
  'hot-link',
  'busy-time',
  'dominant-job',
  'level-imbalance',
  'pod-imbalance',
  'dimension-imbalance',
  'shared-links',
  'slow-rank',
  'heavy-rank',
  'period',
  'outlier-phase',
  'nothing',
] as const;

export type Feature = (typeof features)[number];

/** A dataset in memory with one feature that was planted into it, and where. */
export interface Planted {
  readonly name: string;
  readonly feature: Feature;
  /** What `where` of the finding must agree with. */
  readonly where: Readonly<Record<string, unknown>>;
  readonly tables: MemorySink;
  readonly facts: Pick<ManifestFacts, 'metrics' | 'interval'>;
}
