import { vertexDegrees, type WeightedGraph } from './weighted-graph.ts';

/** A move must gain more than this share of the degree: smaller gains are rounding. */
const LEAST_GAIN = 1e-12;
/** Of each vertex, on average; far beyond what is ever needed. */
const MOST_TRIES = 32;

/**
 * Moves single vertices to the community of a neighbour while that raises modularity, in the order of
 * their numbers; after a move the neighbours left behind are tried again. Changes `labels`.
 */
export function moveVertices(graph: WeightedGraph, labels: Int32Array): void {
  const { vertices, offsets, neighbours } = graph;
  const state = createMoves(graph, labels);
  const queue = Int32Array.from({ length: vertices }, (_, v) => v);
  const waiting = new Uint8Array(vertices).fill(1);
  let head = 0;
  let length = vertices;
  for (let tries = MOST_TRIES * vertices; length > 0 && tries > 0; tries--) {
    const v = queue[head];
    head = head + 1 === vertices ? 0 : head + 1;
    length--;
    waiting[v] = 0;
    const to = bestMove(state, v);
    if (to === labels[v]) continue;
    state.totals[labels[v]] -= state.degrees[v];
    state.totals[to] += state.degrees[v];
    labels[v] = to;
    for (let at = offsets[v]; at < offsets[v + 1]; at++) {
      const other = neighbours[at];
      if (waiting[other] === 1 || labels[other] === to) continue;
      waiting[other] = 1;
      queue[(head + length++) % vertices] = other;
    }
  }
}

interface Moves {
  readonly graph: WeightedGraph;
  readonly labels: Int32Array;
  readonly degrees: Float64Array;
  /** Degrees of each community. */
  readonly totals: Float64Array;
  /** All 0 between two moves. */
  readonly shared: Float64Array;
  readonly all: number;
}

function createMoves(graph: WeightedGraph, labels: Int32Array): Moves {
  const degrees = vertexDegrees(graph);
  const totals = new Float64Array(graph.vertices);
  let all = 0;
  for (let v = 0; v < graph.vertices; v++) {
    totals[labels[v]] += degrees[v];
    all += degrees[v];
  }
  return { graph, labels, degrees, totals, shared: new Float64Array(graph.vertices), all };
}

/** The community where vertex v adds most to modularity; the lowest number among equals, its own first. */
function bestMove({ graph, labels, degrees, totals, shared, all }: Moves, v: number): number {
  const { offsets, neighbours, weights } = graph;
  const from = offsets[v];
  const to = offsets[v + 1];
  const share = degrees[v] / all;
  for (let at = from; at < to; at++) shared[labels[neighbours[at]]] += weights[at];
  const own = labels[v];
  let best = own;
  let bestValue = shared[own] - (totals[own] - degrees[v]) * share + LEAST_GAIN * degrees[v];
  for (let at = from; at < to; at++) {
    const label = labels[neighbours[at]];
    if (label === own) continue;
    const value = shared[label] - totals[label] * share;
    if (value > bestValue || (value === bestValue && best !== own && label < best)) {
      best = label;
      bestValue = value;
    }
  }
  for (let at = from; at < to; at++) shared[labels[neighbours[at]]] = 0;
  return best;
}
