import type { RankGraph } from '../rank-graph/rank-graph.ts';
import { type Adjacency, adjacencyOf, type Mode, simplify } from './adjacency.ts';
import { betweennessSources, estimateBetweenness } from './betweenness-sample.ts';
import { degrees } from './degrees.ts';
import { distanceMeasures, distanceSources } from './distance-sample.ts';
import type { MeasureName } from './measures.ts';
import { pageRank } from './page-rank.ts';
import {
  type RunTasks,
  runInTurn,
  type SourceTask,
  splitSources,
  totalDependencies,
  totalDistances,
} from './source-task.ts';
import { withLengths } from './traffic-lengths.ts';
import { transitivity } from './transitivity.ts';
import { EXACT_WORTH, STANDARD_WORK } from './visit-work.ts';

export interface MeasureChoice {
  readonly degree: Mode;
  readonly betweenness: 'undirected' | 'directed';
  /** Every edge is as long as any other, or the shorter the more it carries. */
  readonly lengths: 'equal' | 'bytes' | 'messages';
  /** Which way paths of closeness and eccentricity go. */
  readonly paths: Mode;
  /** Looks along edges, in a graph that fits the caches, that a measure may take; beyond that it is estimated. */
  readonly work: number;
}

export const standardChoice: MeasureChoice = {
  degree: 'all',
  betweenness: 'undirected',
  lengths: 'equal',
  paths: 'all',
  work: STANDARD_WORK,
};

export interface RankMeasures {
  /** By world rank; NaN where a rank has no value. */
  readonly values: Readonly<Record<MeasureName, Float64Array>>;
  /** Sources betweenness was found from; all ranks = exact. */
  readonly sources: number;
  /** Standard error of betweenness by rank; zero where it is exact. */
  readonly error: Float64Array;
  /** Sources closeness and eccentricity were found from; of fewer than all ranks eccentricity is a lower bound. */
  readonly distanceSources: number;
  /** Standard error of closeness by rank; zero where it is exact. */
  readonly closenessError: Float64Array;
}

/** Degree and PageRank of the directed multigraph, the others of the simple graph. */
export async function measureRanks(
  graph: RankGraph,
  choice: MeasureChoice = standardChoice,
  run: RunTasks = runInTurn,
): Promise<RankMeasures> {
  const edges = { vertices: graph.ranks, src: graph.src, dst: graph.dst };
  const all = adjacencyOf(edges, 'all');
  const joined = simplify(all);
  const distances = await measureDistances(edges, joined, choice, run);
  const left = EXACT_WORTH * choice.work - distances.work;
  const { values: betweenness, sources, error } = await measureBetweenness(graph, joined, choice, left, run);
  return {
    values: {
      degree: degrees(choice.degree === 'all' ? all : adjacencyOf(edges, choice.degree)),
      betweenness,
      closeness: distances.closeness,
      eccentricity: distances.eccentricity,
      pagerank: pageRank(edges),
      transitivity: transitivity(joined),
    },
    sources,
    error,
    distanceSources: distances.sources,
    closenessError: distances.error,
  };
}

async function measureDistances(
  edges: { vertices: number; src: Int32Array; dst: Int32Array },
  joined: Adjacency,
  { paths, work }: MeasureChoice,
  run: RunTasks,
) {
  const graph = paths === 'all' ? joined : simplify(adjacencyOf(edges, paths));
  const against = paths === 'all' ? joined : simplify(adjacencyOf(edges, paths === 'out' ? 'in' : 'out'));
  const sources = distanceSources(joined, work);
  const tasks = splitSources(sources).map(
    (part): SourceTask => ({ kind: 'distances', graph, against, sources: part }),
  );
  const sums = totalDistances(graph.vertices, await run(tasks));
  return { sources: sources.length, work: sums.work, ...distanceMeasures(sums, sources) };
}

/** `left` is the work it may take where that makes it exact. */
async function measureBetweenness(
  graph: RankGraph,
  joined: Adjacency,
  choice: MeasureChoice,
  left: number,
  run: RunTasks,
) {
  const directed = choice.betweenness === 'directed';
  const edges = { vertices: graph.ranks, src: graph.src, dst: graph.dst };
  const adjacency = directed ? simplify(adjacencyOf(edges, 'out')) : joined;
  const sources = betweennessSources(adjacency, choice, left);
  const parts = splitSources(sources);
  const { lengths } = choice;
  const tasks: SourceTask[] =
    lengths === 'equal'
      ? parts.map((part) => ({ kind: 'dependencies', graph: adjacency, sources: part }))
      : weightedTasks(withLengths(adjacency, graph, graph[lengths], directed), parts);
  const sums = totalDependencies(graph.ranks, await run(tasks));
  return { sources: sources.length, ...estimateBetweenness(sums, sources.length, directed ? 1 : 2) };
}

function weightedTasks(graph: ReturnType<typeof withLengths>, parts: readonly Int32Array[]): SourceTask[] {
  return parts.map((sources) => ({ kind: 'weighted', graph, sources }));
}
