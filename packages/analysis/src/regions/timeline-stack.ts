import { defineTable, type Filter, rankCounters } from '@weft/model';
import { z } from 'zod';
import { defineAnalysis } from '../analysis.ts';
import { jobFilter } from '../queries/job-rows.ts';
import { mergeSpans } from './merge-spans.ts';
import { lanesOf, lanesTable, streamColumns } from './stack-lanes.ts';
import { stackColumnNames, stackColumns, wholeLevels } from './stack-spans.ts';
import { thinReadings } from './thin-readings.ts';

const MOST_RANKS = 16;
/** Spans that are read at most: of more the deepest levels are left out. */
const MOST_SPANS = 4_000_000;

const params = z.strictObject({
  job: z.number().int().nonnegative().default(0),
  ranks: z.array(z.number().int().nonnegative()).max(MOST_RANKS).default([]),
  /** Nanoseconds, from <= t < to. */
  time: z.tuple([z.number(), z.number()]).default([0, Number.MAX_SAFE_INTEGER]),
  /** Spans shorter than one of so many parts of the time are merged with their neighbours. */
  columns: z.number().int().positive().max(8192).default(1024),
  /** The counter that is read; none when left out. */
  metric: z.string().nullable().default(null),
  maxSpans: z.number().int().positive().max(MOST_SPANS).default(MOST_SPANS),
});

const readingColumns = ['rank', 'stream', 'time', 'value'] as const;

/** Calls and regions of some ranks, one below the other as they call each other, with threads, streams and a counter. */
export const timelineStack = defineAnalysis({
  name: 'timeline-stack',
  title: 'Stacks of the timeline',
  doc: 'Calls and regions of some ranks by thread and depth, those too short to see merged, with the readings of a counter.',
  params,
  result: {
    spans: defineTable('spans', 'Spans by rank, stream and depth, in order of time.', {
      ...stackColumns,
      count: {
        kind: 'int64',
        unit: 'count',
        doc: 'spans of the row; more than 1 = merged, the name has most time',
      },
    }),
    lanes: lanesTable,
    summary: defineTable('summary', 'One row about the whole.', {
      cut: { kind: 'int32', doc: '1 = there are more spans than are read: the deepest levels are left out' },
    }),
    readings: defineTable('readings', 'Readings of the counter, no more than can be seen.', {
      rank: rankCounters.columns.rank,
      stream: rankCounters.columns.stream,
      time: { kind: 'int64', unit: 'ns', doc: 'when it was read' },
      value: rankCounters.columns.value,
    }),
  },
  needs: ({ job, ranks, time, metric, maxSpans }) => {
    const ofRanks: Filter[] = [...jobFilter(job), { op: 'in', column: 'rank', values: ranks }];
    const within: Filter[] = [
      { op: 'range', column: 'enter', from: Number.MIN_SAFE_INTEGER, to: time[1] },
      { op: 'range', column: 'exit', from: time[0], to: Number.MAX_SAFE_INTEGER },
    ];
    return {
      spans: {
        table: 'spans' as const,
        columns: [...stackColumnNames],
        where: [...ofRanks, ...within],
        orderBy: ['depth', 'rank', 'stream', 'enter'],
        limit: maxSpans + 1,
      },
      streams: {
        table: 'streams' as const,
        columns: [...streamColumns],
        where: ofRanks,
      },
      readings:
        metric === null
          ? undefined
          : {
              table: 'rank_counters' as const,
              columns: [...readingColumns],
              where: [...ofRanks, { op: 'in' as const, column: 'metric', values: [metric] }],
              orderBy: ['rank', 'stream', 'time'],
            },
    };
  },
  run({ spans: read, streams: below, readings }, { time, columns, maxSpans }) {
    const bin = Math.max(1, (time[1] - time[0]) / columns);
    const isCut = read.rows > maxSpans;
    const spans = isCut ? wholeLevels(read) : read;
    return {
      summary: { rows: 1, columns: { cut: Int32Array.of(isCut ? 1 : 0) } },
      spans: mergeSpans(spans, time[0], bin),
      lanes: lanesOf(spans, below),
      readings: thinReadings(readings, time, bin),
    };
  },
});
