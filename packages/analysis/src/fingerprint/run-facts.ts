import type { MeasureName } from '../graph-measures/measures.ts';
import type { RankGraph } from '../rank-graph/rank-graph.ts';
import type { SendOrder } from './send-order.ts';

/** All that a fingerprint is made of. What a log does not tell is null. */
export interface RunFacts {
  readonly ranks: number;
  /** Null where no messages are known. */
  readonly traffic: Traffic | null;
  readonly order: SendOrder | null;
  /** How often each call was made, over all ranks. */
  readonly calls: ReadonlyMap<string, number> | null;
}

export interface Traffic {
  readonly graph: RankGraph;
  readonly measures: Readonly<Record<MeasureName, Float64Array>>;
  /** Messages by power of two of their bytes: [0] = empty, [k] = 2^(k-1) .. 2^k - 1 bytes. */
  readonly sizes: Float64Array;
}

export const SIZE_CLASSES = 52;

export function sizeClass(bytes: number): number {
  return bytes < 1 ? 0 : Math.min(SIZE_CLASSES - 1, 1 + Math.floor(Math.log2(bytes)));
}
