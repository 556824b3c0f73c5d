import { createRandom, shuffle } from '@weft/model';
import { type Adjacency, breadthFirstOrder } from './adjacency.ts';
import { type DistanceSums, SOURCES_AT_ONCE, sumDistances } from './distances.ts';

/** Sweeps over an edge and level that take as long as one visit of betweenness. */
const SWEEPS_A_VISIT = 10;
/** Sources that lie apart share fewer of their paths. */
const APART = 2;
const LEAST_SOURCES = 512;

/** All vertices, those joined closely beside each other, or as many drawn at random (always the same) as the work allows. */
export function distanceSources(graph: Adjacency, work: number): Int32Array {
  const order = breadthFirstOrder(graph);
  const sweep = (graph.targets.length * levelsOf(graph, order)) / SWEEPS_A_VISIT;
  const sweeps = Math.ceil(order.length / SOURCES_AT_ONCE);
  if (sweeps * sweep <= work) return order;
  const most = Math.max(LEAST_SOURCES, Math.floor(work / sweep / APART) * SOURCES_AT_ONCE);
  if (most >= order.length) return order;
  return Int32Array.from(shuffle([...order], createRandom('distances')).slice(0, most));
}

/** Distance from the first vertex to the furthest. */
function levelsOf(graph: Adjacency, order: Int32Array): number {
  return sumDistances(graph, graph, order.subarray(0, 1)).furthest.reduce((a, b) => Math.max(a, b), 0);
}

interface DistanceMeasures {
  /** Vertices reached over the sum of their distances; NaN where a vertex reaches no other. */
  readonly closeness: Float64Array;
  /** Its standard error; zero where all vertices are sources. */
  readonly error: Float64Array;
  /** Largest distance; of a sample a lower bound. */
  readonly eccentricity: Float64Array;
}

export function distanceMeasures(
  { sum, squares, reached, furthest }: DistanceSums,
  sources: Int32Array,
): DistanceMeasures {
  const vertices = sum.length;
  const own = new Uint8Array(vertices);
  for (const source of sources) own[source] = 1;
  const others = reached.map((count, v) => count - own[v]);
  const closeness = sum.map((distance, v) => (distance > 0 ? others[v] / distance : Number.NaN));
  const rest = 1 - sources.length / Math.max(1, vertices);
  const error = closeness.map((value, v) => {
    const count = others[v];
    if (rest === 0 || count < 2 || Number.isNaN(value)) return 0;
    const variance = Math.max(0, (squares[v] - sum[v] ** 2 / count) / (count - 1));
    return value * value * Math.sqrt((variance / count) * rest);
  });
  return { closeness, error, eccentricity: Float64Array.from(furthest) };
}
