import type { PathPart } from '@weft/analysis';
import type { WorkContext } from '@weft/model';
import type { Machine } from './machine/machine.ts';
import type { Situation } from './situation.ts';
import type { FittedLink } from './slow-links/fit-slow-links.ts';

/** All that is known about a slow job or phase before suspects are tested. */
export interface Inquiry {
  readonly situation: Exclude<Situation, 'counters'>;
  /** What the run does not tell, in sentences. */
  readonly notes: readonly string[];
  /** Number and name of the job; the phase asked for, null = the whole job. */
  readonly job: number;
  readonly name: string;
  readonly phase: number | null;
  /** Time that was observed, in nanoseconds; of a trace, that of its replay. */
  readonly observed: number;
  /** The machine as it behaves: described, with the links that were found to be slow. */
  readonly machine: Machine;
  /** The same with all links at their described speed. */
  readonly repaired: Machine;
  readonly slowLinks: readonly FittedLink[];
  /** The critical path of the job in the model; it takes a run of its own, once. */
  path(context: WorkContext): Promise<readonly PathPart[]>;
  /** Times in nanoseconds, each with one more thing taken away: see `runChain`. */
  readonly chain: Chain;
  /** What the time changes by when other jobs start a little later; it takes a run of its own, once. */
  noise(context: WorkContext): Promise<number>;
}

export interface Chain {
  readonly modelled: number;
  readonly repaired: number;
  readonly alone: number;
  readonly ideal: number;
  readonly balanced: number;
}
