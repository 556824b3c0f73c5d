import type { Change } from './change.ts';

/** What was asked of a dataset: a job or one of its phases, or a link. */
type Question =
  | { readonly job: string; readonly phase?: number }
  | { readonly link: number; readonly from: string; readonly to: string };

/** What it was, once everything that could be tested has been tested. */
export type VerdictKind = 'job' | 'link' | 'missing' | 'host' | 'routing' | 'placement' | 'own' | 'none';

/**
 * proven: a test passed, and the next best saves less than 60 % of it; likely: a test passed; open: the model does not
 * explain enough to tell.
 */
export type Confidence = 'proven' | 'likely' | 'open';

/** Vertex ids; the link is null where the cable is missing. */
export interface NamedLink {
  readonly link: number | null;
  readonly from: number;
  readonly to: number;
}

export interface Verdict {
  readonly kind: VerdictKind;
  readonly confidence: Confidence;
  /** Part of the target, 0 .. 1. */
  readonly saving: number;
  readonly job?: string;
  readonly links?: readonly NamedLink[];
  readonly switch?: number;
  readonly host?: number;
  readonly ranks?: readonly number[];
  /** The router or placement that heals it. */
  readonly routing?: string;
  readonly placement?: string;
}

/** A part of the target in its unit; all parts add up to it exactly. */
export interface Share {
  readonly cause: string;
  readonly value: number;
  /** The 95 % range, where the value is estimated. */
  readonly low?: number;
  readonly high?: number;
}

/** One thing changed, and what came of it. */
export interface CounterTest {
  readonly kind: VerdictKind;
  readonly job?: string;
  /** In words. */
  readonly change: string;
  /** The same as data, where a run is repeated with it: what `weft whatif` takes. */
  readonly changes?: readonly Change[];
  /** In the unit of the target. */
  readonly before: number;
  readonly after: number;
  /** (before - after) / before, and how much of that may be chance. */
  readonly saving: number;
  readonly noise: number;
}

/** An answer is plain data: text, markdown, HTML and the page are made from it. */
export interface Answer {
  readonly question: Question;
  readonly target: { readonly value: number; readonly unit: 'ns' | 'B' };
  readonly verdict: Verdict;
  readonly shares: readonly Share[];
  readonly tests: readonly CounterTest[];
  /** What was not tested, each with the reason. */
  readonly untested: readonly string[];
  /** Sentences; the first says what is known of the run. */
  readonly text: readonly string[];
  readonly seconds: number;
}
