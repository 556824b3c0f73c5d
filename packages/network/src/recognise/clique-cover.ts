import { NONE } from '@weft/model';
import { findNeighbour, type SimpleGraph } from './simple-graph.ts';

/** Steps after which the search gives up: only small graphs with many equal choices come near it. */
const MOST_STEPS = 200_000;

/**
 * Divides a graph into complete groups of `size` members and shows each division to `accept` until one is
 * taken. Edges inside a group have at least size - 2 common neighbours, which leaves few choices.
 */
export function cliqueCover(
  graph: SimpleGraph,
  size: number,
  accept: (group: Int32Array) => boolean,
): boolean {
  const candidates = localNeighbours(graph, size);
  const group = new Int32Array(graph.members.length).fill(NONE);
  let steps = 0;
  const fill = (number: number): boolean => {
    const first = group.indexOf(NONE);
    if (first < 0) return accept(group);
    group[first] = number;
    if (extend([first], candidates[first], number)) return true;
    group[first] = NONE;
    return false;
  };
  const extend = (clique: number[], from: readonly number[], number: number): boolean => {
    if (clique.length === size) return fill(number + 1);
    for (let i = 0; i < from.length && from.length - i >= size - clique.length; i++) {
      if (++steps > MOST_STEPS) return false;
      const next = from[i];
      if (group[next] !== NONE) continue;
      group[next] = number;
      const rest = from.slice(i + 1).filter((other) => candidates[next].includes(other));
      if (extend([...clique, next], rest, number)) return true;
      group[next] = NONE;
    }
    return false;
  };
  return fill(0);
}

function localNeighbours(graph: SimpleGraph, size: number): number[][] {
  const { members, offsets, neighbours } = graph;
  return Array.from(members, (_, v) => {
    const around = [...neighbours.subarray(offsets[v], offsets[v + 1])];
    return around.filter(
      (u) => around.filter((w) => w !== u && findNeighbour(graph, u, w) !== NONE).length >= size - 2,
    );
  });
}
