import type { Random } from '@weft/model';
import type { z } from 'zod';

/**
 * Messages of a program in phases, one batch a phase, as columns. A rank begins its sends of phase p when its
 * messages of phase p - 1 have arrived and its compute time has passed.
 */
export interface MessagePhase {
  readonly src: Int32Array;
  readonly dst: Int32Array;
  readonly bytes: Float64Array;
  /** Call name shown for these messages. */
  readonly call: string;
  readonly tag: number;
  /** Compute time before the phase, nanoseconds, per rank; length 1 = the same for all. */
  readonly compute: Float64Array;
  /** True: no rank begins before all have finished the phase before (a barrier). */
  readonly barrier: boolean;
}

/** A communication pattern as a generator of phases: streamed, seeded, reproducible. */
export interface Workload<P = unknown> {
  readonly name: string;
  readonly title: string;
  readonly params: z.ZodType<P>;
  phases(ranks: number, params: P, random: Random): Iterable<MessagePhase>;
}
