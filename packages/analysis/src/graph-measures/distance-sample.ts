import { createRandom, shuffle } from '@weft/model';
import { type Adjacency, breadthFirstOrder } from './adjacency.ts';
import { type DistanceSums, SOURCES_AT_ONCE, sumDistances } from './distances.ts';

const LEAST_SOURCES = 512;
/** All distances are worth so many times the work of a sample. */
const EXACT_DISTANCES = 1.5;

/** All vertices, those joined closely beside each other, or as many drawn at random (always the same) as the work allows. */
export function distanceSources(graph: Adjacency, work: number): Int32Array {
  const order = breadthFirstOrder(graph);
  if (order.length <= LEAST_SOURCES) return order;
  const middle = Math.max(0, (order.length - SOURCES_AT_ONCE) >> 1);
  const all = workOf(graph, order.subarray(middle)) * Math.ceil(order.length / SOURCES_AT_ONCE);
  if (all <= EXACT_DISTANCES * work) return order;
  const drawn = Int32Array.from(shuffle([...order], createRandom('distances')));
  const most = Math.floor(work / workOf(graph, drawn)) * SOURCES_AT_ONCE;
  return drawn.subarray(0, Math.max(LEAST_SOURCES, most));
}

/** Work of the first sources, as many as are under way at once. */
function workOf(graph: Adjacency, sources: Int32Array): number {
  return sumDistances(graph, graph, sources.subarray(0, SOURCES_AT_ONCE)).work;
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
