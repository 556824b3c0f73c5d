import type { WorkContext } from '@weft/model';
import type { VerdictKind } from './answer.ts';
import type { Cable, Change, NewPlacement } from './change.ts';
import type { Inquiry } from './inquiry.ts';

/** Something that may have made a job slow. */
export interface Suspect {
  readonly kind: VerdictKind;
  /** A job by name; links by id; vertices by id. */
  readonly job?: string;
  readonly links?: readonly number[];
  readonly cables?: readonly Cable[];
  readonly switch?: number;
  readonly host?: number;
  readonly ranks?: readonly number[];
  readonly router?: string;
  readonly placement?: NewPlacement;
}

/**
 * A cure is not a cause: moving a job or routing anew also heals what a broken cable or a neighbour does. So faults and
 * jobs are tested on the machine as it is, routings on the repaired machine, placements there, without other jobs.
 */
export type Stage = 'fault' | 'routing' | 'placement';

/** A kind of suspect: one folder, and one line in the registry. */
export interface SuspectKind {
  readonly name: string;
  readonly stage: Stage;
  /** Suspects of this kind, the most promising first; it may take a run of its own. */
  find(inquiry: Inquiry, context: WorkContext): readonly Suspect[] | Promise<readonly Suspect[]>;
  /** What is changed to test it. */
  change(suspect: Suspect, inquiry: Inquiry): readonly Change[];
  /** The change in words: "without render". */
  say(suspect: Suspect, inquiry: Inquiry): string;
}
