import type { Answer } from '../answer.ts';

/** A suspect as a page lists it; tested ones are in the answer, by their change in words. */
interface WhySuspect {
  /** `routing:sssp`, `job:3`, `missing:17`. */
  readonly id: string;
  readonly kind: Answer['verdict']['kind'];
  readonly change: string;
}

/** What is known so far, what can be tested next, and both as documents. */
export interface WhyReport {
  /** Null where nothing is known before the first test. */
  readonly answer: Answer | null;
  readonly suspects: readonly WhySuspect[];
  readonly markdown: string;
  readonly html: string;
}
