import { z } from 'zod';

/** Which job an analysis is about: ranks of different jobs are different processes. */
export const jobChoice = {
  /** The job with the lowest number when left out. */
  job: z.number().int().nonnegative().nullable().default(null),
};
