import type { MessagePhase } from '../workload.ts';
import type { Picoseconds } from './fabric.ts';
import type { RankProgram } from './rank-program.ts';

/** A job ready to run: its ranks sit on hosts, its phases can be drawn again and again. */
export interface PlacedJob {
  readonly name: string;
  readonly user: string | null;
  readonly ranks: number;
  /** Host vertex of each rank. */
  readonly hosts: Int32Array;
  /** Start, or the pause after the jobs it waits for. */
  readonly start: Picoseconds;
  /** Numbers of the jobs that must have ended before. */
  readonly after: readonly number[];
  phases(): Iterable<MessagePhase>;
  /** Where ranks have steps of their own, this is run; the phases then only add its messages up. */
  readonly program?: RankProgram;
}
