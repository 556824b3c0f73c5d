import { NONE } from '@weft/model';
import { findNeighbour, type SimpleGraph } from './simple-graph.ts';
import { createUnionFind, type UnionFind } from './union-find.ts';

/** One factor of a Cartesian product: its own small graph, and where each member stands in it. */
export interface Factor {
  readonly size: number;
  readonly coordinate: Int32Array;
  /** Neighbours of each coordinate. */
  readonly neighbours: readonly (readonly number[])[];
  /** Cables of each of its edges. */
  readonly cables: number;
}

/**
 * Factors of a connected graph that is a Cartesian product: rings (torus), lines (mesh), complete graphs
 * (HyperX). Two edges at a vertex belong to different factors exactly when they span one square without
 * chord; opposite edges of a square belong together. Null where it does not fit.
 */
export function productFactors(graph: SimpleGraph): Factor[] | null {
  const edges = groupEdges(graph);
  const classes = new Map<number, number>();
  const classOf = Int32Array.from(graph.neighbours, (_, slot) => {
    const root = edges.find(slot);
    const number = classes.get(root) ?? classes.size;
    classes.set(root, number);
    return number;
  });
  if (classes.size > 32) return null;
  const factors: Factor[] = [];
  for (let number = 0; number < classes.size; number++) {
    const factor = measureFactor(graph, classOf, number);
    if (factor === null) return null;
    factors.push(factor);
  }
  return isProduct(graph, factors) ? factors : null;
}

function groupEdges(graph: SimpleGraph): UnionFind {
  const { offsets, neighbours } = graph;
  const sets = createUnionFind(neighbours.length);
  for (let v = 0; v < graph.members.length; v++) {
    for (let i = offsets[v]; i < offsets[v + 1]; i++) {
      sets.union(i, findNeighbour(graph, neighbours[i], v));
      for (let j = i + 1; j < offsets[v + 1]; j++) joinPair(graph, sets, v, i, j);
    }
  }
  return sets;
}

function joinPair(graph: SimpleGraph, sets: UnionFind, v: number, i: number, j: number): void {
  const u = graph.neighbours[i];
  const w = graph.neighbours[j];
  const x = findNeighbour(graph, u, w) === NONE ? onlyCommon(graph, u, w, v) : NONE;
  if (x === NONE || findNeighbour(graph, x, v) !== NONE) {
    sets.union(i, j);
    return;
  }
  sets.union(i, findNeighbour(graph, w, x));
  sets.union(j, findNeighbour(graph, u, x));
}

/** The one common neighbour of u and w other than v, or -1 where there is none or more than one. */
function onlyCommon({ offsets, neighbours }: SimpleGraph, u: number, w: number, v: number): number {
  let found = NONE;
  let a = offsets[u];
  let b = offsets[w];
  while (a < offsets[u + 1] && b < offsets[w + 1]) {
    const difference = neighbours[a] - neighbours[b];
    if (difference === 0 && neighbours[a] !== v) {
      if (found !== NONE) return NONE;
      found = neighbours[a];
    }
    if (difference <= 0) a++;
    if (difference >= 0) b++;
  }
  return found;
}

/** Members have the same coordinate where edges of other classes connect them. */
function measureFactor(graph: SimpleGraph, classOf: Int32Array, wanted: number): Factor | null {
  const { members, offsets, neighbours, cables } = graph;
  const sets = createUnionFind(members.length);
  for (let v = 0; v < members.length; v++) {
    for (let slot = offsets[v]; slot < offsets[v + 1]; slot++) {
      if (classOf[slot] !== wanted) sets.union(v, neighbours[slot]);
    }
  }
  const numbers = new Map<number, number>();
  const coordinate = Int32Array.from(members, (_, v) => {
    const root = sets.find(v);
    const number = numbers.get(root) ?? numbers.size;
    numbers.set(root, number);
    return number;
  });
  const around = Array.from({ length: numbers.size }, () => new Set<number>());
  let each = NONE;
  for (let v = 0; v < members.length; v++) {
    for (let slot = offsets[v]; slot < offsets[v + 1]; slot++) {
      if (classOf[slot] !== wanted) continue;
      if (each !== NONE && cables[slot] !== each) return null;
      each = cables[slot];
      around[coordinate[v]].add(coordinate[neighbours[slot]]);
    }
  }
  return { size: numbers.size, coordinate, neighbours: around.map((set) => [...set]), cables: each };
}

/** Every combination of coordinates occurs once, and every member has all the edges of its coordinates. */
function isProduct({ members, offsets }: SimpleGraph, factors: readonly Factor[]): boolean {
  const total = factors.reduce((product, { size }) => product * size, 1);
  if (total !== members.length) return false;
  const seen = new Uint8Array(total);
  for (let v = 0; v < members.length; v++) {
    let number = 0;
    let degree = 0;
    for (const { size, coordinate, neighbours } of factors) {
      number = number * size + coordinate[v];
      degree += neighbours[coordinate[v]].length;
    }
    if (seen[number] === 1 || degree !== offsets[v + 1] - offsets[v]) return false;
    seen[number] = 1;
  }
  return true;
}
