import type { Manifest } from '@weft/model';

/** One card of the gallery. A study that was not generated yet is not ready and has no manifest. */
export interface DatasetEntry {
  readonly id: string;
  readonly kind: 'dataset' | 'study';
  readonly ready: boolean;
  readonly title: string;
  readonly description: string;
  readonly manifest: Manifest | null;
  readonly picture?: string;
}
