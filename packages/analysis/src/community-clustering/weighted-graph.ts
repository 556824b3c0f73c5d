/** Undirected graph as compressed rows; each edge is in both rows, loops are kept aside. */
export interface WeightedGraph {
  readonly vertices: number;
  readonly offsets: Int32Array;
  readonly neighbours: Int32Array;
  readonly weights: Float64Array;
  /** Weight of messages from a vertex to itself. */
  readonly loops: Float64Array;
}

/** Adds both directions and repeated edges together; edges of weight 0 are no edges. Rows are sorted. */
export function buildGraph(
  vertices: number,
  src: Int32Array,
  dst: Int32Array,
  weight: Float64Array,
): WeightedGraph {
  const loops = new Float64Array(vertices);
  const starts = new Int32Array(vertices + 1);
  for (let e = 0; e < src.length; e++) {
    if (src[e] === dst[e]) loops[src[e]] += weight[e];
    else if (weight[e] > 0) {
      starts[src[e] + 1]++;
      starts[dst[e] + 1]++;
    }
  }
  for (let v = 0; v < vertices; v++) starts[v + 1] += starts[v];
  const half = fillHalfEdges(starts, src, dst, weight);
  return addRepeated(vertices, transpose(vertices, half), loops);
}

interface HalfEdges {
  readonly offsets: Int32Array;
  readonly neighbours: Int32Array;
  readonly weights: Float64Array;
}

function fillHalfEdges(
  offsets: Int32Array,
  src: Int32Array,
  dst: Int32Array,
  weight: Float64Array,
): HalfEdges {
  const next = offsets.slice();
  const size = offsets[offsets.length - 1];
  const neighbours = new Int32Array(size);
  const weights = new Float64Array(size);
  for (let e = 0; e < src.length; e++) {
    if (src[e] === dst[e] || !(weight[e] > 0)) continue;
    const a = next[src[e]]++;
    const b = next[dst[e]]++;
    neighbours[a] = dst[e];
    neighbours[b] = src[e];
    weights[a] = weight[e];
    weights[b] = weight[e];
  }
  return { offsets, neighbours, weights };
}

/** The rows of a symmetric list, each now sorted by neighbour. */
function transpose(vertices: number, { offsets, neighbours, weights }: HalfEdges): HalfEdges {
  const next = offsets.slice();
  const sorted = {
    offsets,
    neighbours: new Int32Array(neighbours.length),
    weights: new Float64Array(weights.length),
  };
  for (let v = 0; v < vertices; v++) {
    for (let at = offsets[v]; at < offsets[v + 1]; at++) {
      const to = next[neighbours[at]]++;
      sorted.neighbours[to] = v;
      sorted.weights[to] = weights[at];
    }
  }
  return sorted;
}

function addRepeated(vertices: number, rows: HalfEdges, loops: Float64Array): WeightedGraph {
  const { offsets: old, neighbours, weights } = rows;
  const offsets = new Int32Array(vertices + 1);
  let size = 0;
  for (let v = 0; v < vertices; v++) {
    for (let at = old[v]; at < old[v + 1]; at++) {
      if (size > offsets[v] && neighbours[size - 1] === neighbours[at]) weights[size - 1] += weights[at];
      else {
        neighbours[size] = neighbours[at];
        weights[size++] = weights[at];
      }
    }
    offsets[v + 1] = size;
  }
  return {
    vertices,
    offsets,
    neighbours: neighbours.subarray(0, size),
    weights: weights.subarray(0, size),
    loops,
  };
}

/** Weight at each vertex; a loop counts twice. */
export function vertexDegrees(graph: WeightedGraph): Float64Array {
  const degrees = new Float64Array(graph.vertices);
  for (let v = 0; v < graph.vertices; v++) {
    let sum = 2 * graph.loops[v];
    for (let at = graph.offsets[v]; at < graph.offsets[v + 1]; at++) sum += graph.weights[at];
    degrees[v] = sum;
  }
  return degrees;
}
