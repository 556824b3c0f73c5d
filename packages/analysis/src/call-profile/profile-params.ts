import { z } from 'zod';
import { jobChoice } from '../queries/job-choice.ts';

export const profileParams = z.strictObject({
  ...jobChoice,
  /** Nanoseconds, from <= t < to, found from the calls one by one; the whole run, as it was counted, when left out. */
  time: z.tuple([z.number(), z.number()]).nullable().default(null),
  /** Whether the store adds up calls and ranks in the place of sending every call of every rank; times are then whole nanoseconds. */
  summed: z.boolean().default(false),
  /** Whether sums are given for each rank, and how uneven they are; those of each call always are. */
  totals: z.boolean().default(true),
  /** The rows of one call or of one rank are listed, too. */
  openCall: z.string().nullable().default(null),
  openRank: z.number().int().nonnegative().nullable().default(null),
});

export type ProfileParams = z.infer<typeof profileParams>;
