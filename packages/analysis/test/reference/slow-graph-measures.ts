import type { Adjacency } from '../../src/index.ts';

function neighbours({ offsets, targets }: Adjacency, v: number): number[] {
  return [...targets.subarray(offsets[v], offsets[v + 1])];
}

/** Distance from each vertex to each, by Floyd and Warshall. */
export function slowDistances(graph: Adjacency): number[][] {
  const all = Array.from({ length: graph.vertices }, (_, v) => v);
  const distance = all.map((v) =>
    all.map((w) => (v === w ? 0 : neighbours(graph, v).includes(w) ? 1 : Number.POSITIVE_INFINITY)),
  );
  for (const k of all)
    for (const i of all)
      for (const j of all) distance[i][j] = Math.min(distance[i][j], distance[i][k] + distance[k][j]);
  return distance;
}

/** Shares of shortest paths through each vertex, over all ordered pairs, by counting paths between each two. */
export function slowBetweenness(graph: Adjacency): number[] {
  const distance = slowDistances(graph);
  const all = distance.map((_, v) => v);
  const count = (from: number, to: number): number => {
    if (from === to) return 1;
    if (!Number.isFinite(distance[from][to])) return 0;
    return neighbours(graph, from)
      .filter((next) => distance[next][to] === distance[from][to] - 1)
      .reduce((sum, next) => sum + count(next, to), 0);
  };
  const paths = all.map((from) => all.map((to) => count(from, to)));
  return all.map((v) => {
    let sum = 0;
    for (const s of all) {
      for (const t of all) {
        if (s === v || t === v || s === t || paths[s][t] === 0) continue;
        if (distance[s][v] + distance[v][t] === distance[s][t])
          sum += (paths[s][v] * paths[v][t]) / paths[s][t];
      }
    }
    return sum;
  });
}

export function slowTransitivity(graph: Adjacency): number[] {
  return Array.from({ length: graph.vertices }, (_, v) => {
    const near = neighbours(graph, v);
    if (near.length < 2) return 0;
    const pairs = near.flatMap((a) => near.filter((b) => b > a).map((b) => [a, b] as const));
    return pairs.filter(([a, b]) => neighbours(graph, a).includes(b)).length / pairs.length;
  });
}
