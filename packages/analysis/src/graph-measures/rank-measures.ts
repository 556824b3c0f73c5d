import { defineTable, type TableSchema, type WorkContext } from '@weft/model';
import { z } from 'zod';
import { defineAnalysis, openFrames } from '../analysis.ts';
import { callNames } from '../queries/call-names.ts';
import type { RankGraph } from '../rank-graph/rank-graph.ts';
import { rankGraphNeeds, readRankGraph } from '../rank-graph/read-rank-graph.ts';
import { measureRanks, type RankMeasures } from './measure-ranks.ts';
import { runWithProgress } from './source-task.ts';
import { STANDARD_WORK } from './visit-work.ts';

const mode = z.enum(['all', 'in', 'out']);

const params = z.strictObject({
  job: z.number().int().nonnegative().nullable().default(null),
  /** Names of calls; empty = all but broadcasts. */
  calls: callNames,
  collectives: z.boolean().default(false),
  degree: mode.default('all'),
  paths: mode.default('all'),
  betweenness: z.enum(['undirected', 'directed']).default('undirected'),
  lengths: z.enum(['equal', 'bytes', 'messages']).default('equal'),
  /** Looks along edges that a measure may take before it is estimated from a sample. */
  work: z.number().positive().default(STANDARD_WORK),
});

const result = {
  ranks: defineTable('ranks', 'Measures of each rank; NaN where a rank has no value.', {
    rank: { kind: 'int32', doc: 'world rank' },
    degree: { kind: 'float64', doc: 'edges at the rank: one per partner, direction and call' },
    betweenness: { kind: 'float64', doc: 'shortest paths between other ranks that pass through it' },
    betweenness_error: { kind: 'float64', doc: 'standard error; 0 = exact' },
    closeness: { kind: 'float64', doc: 'one over the mean distance to the ranks it reaches' },
    closeness_error: { kind: 'float64', doc: 'standard error; 0 = exact' },
    eccentricity: { kind: 'float64', doc: 'distance to the furthest rank it reaches' },
    pagerank: { kind: 'float64', doc: 'share of a walk along messages that is spent there' },
    transitivity: { kind: 'float64', doc: 'share of its pairs of partners that are partners themselves' },
  }),
  edges: defineTable('edges', 'One row per sender, receiver and call.', {
    src: { kind: 'int32', doc: 'sending world rank' },
    dst: { kind: 'int32', doc: 'receiving world rank' },
    call: { kind: 'text', doc: 'the sending call' },
    messages: { kind: 'float64', unit: 'messages', doc: 'messages of the edge' },
    bytes: { kind: 'float64', unit: 'B', doc: 'bytes of the edge' },
  }),
  summary: defineTable('summary', 'One row about the whole.', {
    ranks: { kind: 'int32', doc: 'number of ranks' },
    sources: { kind: 'int32', doc: 'ranks betweenness was found from; all = exact' },
    distance_sources: {
      kind: 'int32',
      doc: 'ranks closeness and eccentricity were found from; of fewer than all eccentricity is a lower bound',
    },
    broadcasts: { kind: 'float64', unit: 'messages', doc: 'messages of broadcasts, left out' },
    nowhere: { kind: 'float64', unit: 'messages', doc: 'messages without sender or receiver, left out' },
  }),
} satisfies Record<string, TableSchema>;

export const rankMeasures = defineAnalysis({
  name: 'rank-measures',
  title: 'Ranks as a graph',
  doc: 'Degree, betweenness, closeness, eccentricity, PageRank and transitivity of each rank, with the edges they follow from.',
  params,
  result,
  needs: rankGraphNeeds,
  run: (inputs, choice, context) => answer(readRankGraph(openFrames(inputs), choice), choice, context),
  runStreamed: (open, choice, context) => answer(readRankGraph(open, choice), choice, context),
});

async function answer(
  reading: ReturnType<typeof readRankGraph>,
  choice: z.infer<typeof params>,
  context: WorkContext,
) {
  const { graph, leftOut } = await reading;
  const measured = await measureRanks(graph, choice, runWithProgress(context));
  return {
    ranks: ranksFrame(measured),
    edges: edgesFrame(graph),
    summary: {
      rows: 1,
      columns: {
        ranks: Int32Array.of(graph.ranks),
        sources: Int32Array.of(measured.sources),
        distance_sources: Int32Array.of(measured.distanceSources),
        broadcasts: Float64Array.of(leftOut.broadcasts),
        nowhere: Float64Array.of(leftOut.nowhere),
      },
    },
  };
}

function ranksFrame({ values, error, closenessError }: RankMeasures) {
  const rows = error.length;
  const rank = Int32Array.from({ length: rows }, (_, at) => at);
  return { rows, columns: { rank, ...values, betweenness_error: error, closeness_error: closenessError } };
}

function edgesFrame({ src, dst, call, calls, messages, bytes }: RankGraph) {
  return {
    rows: src.length,
    columns: { src, dst, call: { codes: call, dictionary: calls }, messages, bytes },
  };
}
