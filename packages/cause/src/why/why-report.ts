import type { Answer } from '../answer.ts';

/** A suspect as a page lists it; tested ones are in the answer, by their change in words. */
interface WhySuspect {
  /** `routing:sssp`, `job:3`, `missing:17` of a link; `other-job:0` of a job. */
  readonly id: string;
  readonly kind: Answer['verdict']['kind'];
  readonly change: string;
}

/** What is known so far, what can be tested next, and both as documents. */
export interface WhyReport {
  readonly answer: Answer;
  readonly suspects: readonly WhySuspect[];
  readonly markdown: string;
  readonly html: string;
}
