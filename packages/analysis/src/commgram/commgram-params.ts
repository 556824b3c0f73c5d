import { z } from 'zod';
import { messageChoice } from '../queries/message-choice.ts';
import { messageReading } from '../queries/message-sums.ts';
import { STANDARD_ATOMS, STANDARD_PHASES } from './suggest-phases.ts';

/** No picture shows more, and each costs time. */
const MOST_PHASES = 4096;
/** How often a phase of a phase may be opened. */
const MOST_ZOOMS = 64;

const phaseCount = z.number().int().positive().max(MOST_PHASES);

/** What is clustered, and how; shared by `commgram` and `commgram-model`. */
export const commgramModelParams = z.strictObject({
  ...messageChoice,
  reading: messageReading,
  collectives: z.boolean().default(false),
  weight: z.enum(['bytes', 'messages']).default('bytes'),
  rule: z.enum(['unweighted', 'weighted']).default('unweighted'),
  /** `auto`: the clock, unless only logical time shows that phases come again and again. */
  timeModel: z.enum(['auto', 'physical', 'logical']).default('auto'),
  /** Zoom: of so many phases that one, of its sub-phases that one ... */
  within: z
    .array(z.object({ phases: phaseCount, phase: z.number().int().nonnegative() }))
    .max(MOST_ZOOMS)
    .default([]),
  /** The finest phases a model can be cut into. */
  atoms: phaseCount.default(STANDARD_ATOMS),
});

export const commgramParams = commgramModelParams.omit({ atoms: true }).extend({
  phases: phaseCount.default(STANDARD_PHASES),
  /** As many as suit the number of ranks when left out. */
  communities: z.number().int().positive().optional(),
  clustering: z.enum(['refined', 'plain']).default('refined'),
  heights: z.enum(['signed', 'cumulative', 'patterns']).default('signed'),
  /** Phases at most this far apart, 0 .. 1, are instances of one pattern. */
  tolerance: z.number().min(0).max(1).default(0.25),
});

export type CommgramModelParams = z.infer<typeof commgramModelParams>;
export type CommgramParams = z.infer<typeof commgramParams>;
