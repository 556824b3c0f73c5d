import type { Random } from '@weft/model';
import type { z } from 'zod';

/** What a rank waits for before its next phase: its messages both ways, only those it sent, or only those it gets. */
export type PhaseWait = 'both' | 'sends' | 'receives';

/**
 * Messages of a program in phases, one batch a phase, as columns. A rank begins its sends of phase p when what it
 * waits for in phase p - 1 has arrived and its compute time has passed.
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
  readonly wait: PhaseWait;
}

export type WorkloadParams = Readonly<Record<string, unknown>>;

/** A communication pattern as a generator of phases: streamed, seeded, reproducible. */
export interface Workload<P extends WorkloadParams = WorkloadParams> {
  readonly name: string;
  readonly title: string;
  readonly params: z.ZodObject<z.ZodRawShape, z.core.$strict>;
  /** The rule broken by this number of ranks, or null. */
  refuses(ranks: number, params: P): string | null;
  phases(ranks: number, params: P, random: Random): Iterable<MessagePhase>;
}

/** Ties the type of the parameters to their schema; the registry then holds workloads of any parameters. */
export function defineWorkload<S extends z.ZodRawShape>(workload: {
  readonly name: string;
  readonly title: string;
  readonly params: z.ZodObject<S, z.core.$strict>;
  refuses?(ranks: number, params: z.output<z.ZodObject<S, z.core.$strict>>): string | null;
  phases(
    ranks: number,
    params: z.output<z.ZodObject<S, z.core.$strict>>,
    random: Random,
  ): Iterable<MessagePhase>;
}): Workload {
  return { refuses: () => null, ...workload } as unknown as Workload;
}
