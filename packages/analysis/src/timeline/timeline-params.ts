import { z } from 'zod';
import { callNames } from '../queries/call-names.ts';
import { jobChoice } from '../queries/job-choice.ts';

const CELLS = 1 << 23;

export const timelineParams = z
  .strictObject({
    ...jobChoice,
    /** spans: the time inside every call; events: messages and collectives, where there are no spans. */
    source: z.enum(['spans', 'events']).default('spans'),
    /**
     * whole: read everything once and answer any window from memory; window: read what the window needs; sums: let the store
     * add up the cells of the window, and read calls and messages only where so few are there that they are listed;
     * overview: add up the sums written at import, in cells that are no finer than these and without single calls and
     * messages.
     */
    reading: z.enum(['whole', 'window', 'sums', 'overview']).default('whole'),
    /** from <= rank < to; all when left out. */
    ranks: z.tuple([z.number().int().nonnegative(), z.number().int().nonnegative()]).nullable().default(null),
    /** Nanoseconds, from <= t < to; all when left out. */
    time: z.tuple([z.number(), z.number()]).nullable().default(null),
    /** Only calls of these names are shown; empty = all. Totals count every call. */
    calls: callNames,
    /** Tiles at most. */
    rows: z.number().int().positive().max(4096).default(512),
    columns: z.number().int().positive().max(8192).default(1024),
    /** Whether messages are looked at, and how many spans and messages are listed one by one. */
    messages: z.boolean().default(true),
    maxSpans: z.number().int().nonnegative().max(1_000_000).default(20_000),
    maxMessages: z.number().int().nonnegative().max(1_000_000).default(4_000),
  })
  .refine(({ rows, columns }) => rows * columns <= CELLS, `at most ${CELLS} tiles`);

export type TimelineParams = z.infer<typeof timelineParams>;
