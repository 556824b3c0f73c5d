import type { FindingFacts } from './finding-facts/finding-facts.ts';

export type FindingKind =
  | 'hot-link'
  | 'busy-time'
  | 'dominant-job'
  | 'level-imbalance'
  | 'pod-imbalance'
  | 'dimension-imbalance'
  | 'slow-rank'
  | 'heavy-rank'
  | 'shared-links'
  | 'wait'
  | 'period'
  | 'outlier-phase'
  | 'link-errors'
  | 'unread'
  | 'nothing';

/** What stands out in a dataset, in words. */
export interface Finding {
  readonly kind: FindingKind;
  /** One sentence that holds the value with its unit, and what it is compared with. */
  readonly text: string;
  readonly value: number;
  readonly unit: string;
  /** How many times more it is than the next of its own kind; what ranks findings. */
  readonly factor: number;
  readonly where: FindingPlace;
}

/** Where the evidence is; which of them are given depends on the kind. Times in nanoseconds, from <= t < to. */
export interface FindingPlace {
  readonly link?: number;
  readonly from?: number;
  readonly to?: number;
  readonly job?: number;
  readonly class?: string;
  readonly pod?: number;
  /** The other job of two. */
  readonly with?: number;
  readonly dimension?: string;
  readonly direction?: string;
  readonly rank?: number;
  readonly for?: number;
  readonly phases?: number;
  /** In how many phases the whole program was cut by the clock. */
  readonly of?: number;
  readonly phase?: number;
  readonly counter?: string;
  readonly code?: string;
}

/** Looks for one kind of finding. Pure: facts in, findings out, none where nothing stands out. */
export interface FindingSearch {
  readonly kind: FindingKind;
  readonly doc: string;
  find(facts: FindingFacts): readonly Finding[];
}

export function defineFinding(search: FindingSearch): FindingSearch {
  return search;
}
