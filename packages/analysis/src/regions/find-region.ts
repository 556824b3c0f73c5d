import { batchFromRows, defineTable, type Filter, takeRows } from '@weft/model';
import { z } from 'zod';
import { defineAnalysis } from '../analysis.ts';
import { jobFilter } from '../queries/job-rows.ts';
import { type StackFrame, stackColumnNames, stackColumns } from './stack-spans.ts';

/** So many spans may begin at one time before the next of them is missed. */
const TOGETHER = 4096;

const params = z.strictObject({
  job: z.number().int().nonnegative().default(0),
  /** A regular expression; capitals do not count. */
  pattern: z.string().min(1).max(200).default('.'),
  /** The next (1) or the one before (-1). */
  step: z.union([z.literal(-1), z.literal(1)]).default(1),
  /** Where the search starts: beyond the span of this place. */
  time: z.number().default(0),
  rank: z.number().int().default(-1),
  stream: z.number().int().default(-1),
  depth: z.number().int().default(-1),
});

type Params = z.infer<typeof params>;

const matchTable = defineTable('match', 'The span; no row where there is none further on.', stackColumns);

/** The next span of a name, in order of the time it was entered, then of ranks, streams and depth. */
export const findRegion = defineAnalysis({
  name: 'find-region',
  title: 'The next call or region of a name',
  doc: 'The next or previous span whose name matches, over all ranks, by the time it was entered.',
  params,
  result: { match: matchTable },
  needs: ({ job, pattern, step, time }) => ({
    spans: {
      table: 'spans' as const,
      columns: [...stackColumnNames],
      where: [...jobFilter(job), { op: 'matches', column: 'call', pattern }, beyond(time, step)] as Filter[],
      orderBy: ['enter', 'rank', 'stream', 'depth'],
      descending: step < 0,
      limit: TOGETHER,
    },
  }),
  run({ spans }, choice) {
    const row = firstBeyond(spans, choice);
    return { match: row < 0 ? batchFromRows(matchTable, []) : takeRows(spans, Int32Array.of(row)) };
  },
});

function beyond(time: number, step: -1 | 1): Filter {
  const [from, to] =
    step > 0 ? [time, Number.MAX_SAFE_INTEGER] : [Number.MIN_SAFE_INTEGER, Math.floor(time) + 1];
  return { op: 'range', column: 'enter', from, to };
}

/** Rows come in the order of the search. */
function firstBeyond({ rows, columns }: StackFrame, { step, ...place }: Params): number {
  const { enter, rank, stream, depth } = columns;
  for (let row = 0; row < rows; row++) {
    const order =
      enter[row] - place.time ||
      rank[row] - place.rank ||
      stream[row] - place.stream ||
      depth[row] - place.depth;
    if (order * step > 0) return row;
  }
  return -1;
}
