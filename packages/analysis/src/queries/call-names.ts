import { z } from 'zod';

/** Each row is compared with each of them; programs have some hundred. */
const MOST_CALLS = 4096;

/** Names of calls; empty = all. */
export const callNames = z.array(z.string()).max(MOST_CALLS).default([]);
