import type { RankGraph } from '../../src/index.ts';

/** Graphs whose measures are known, as pairs of ranks; `both` adds the way back. */
export type Pair = readonly [number, number];

export function rankGraph(ranks: number, pairs: readonly Pair[]): RankGraph {
  return {
    ranks,
    src: Int32Array.from(pairs, ([src]) => src),
    dst: Int32Array.from(pairs, ([, dst]) => dst),
    call: new Int32Array(pairs.length),
    calls: ['MPI_Send'],
    messages: new Float64Array(pairs.length).fill(1),
    bytes: new Float64Array(pairs.length).fill(8),
  };
}

export const both = (pairs: readonly Pair[]): Pair[] =>
  pairs.flatMap(([a, b]): Pair[] => [
    [a, b],
    [b, a],
  ]);

const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

export const ring = (ranks: number): Pair[] =>
  both(upTo(ranks).map((rank): Pair => [rank, (rank + 1) % ranks]));

export const star = (ranks: number): Pair[] => both(upTo(ranks - 1).map((rank): Pair => [0, rank + 1]));

export const tree = (ranks: number): Pair[] =>
  both(upTo(ranks - 1).map((rank): Pair => [rank >> 1, rank + 1]));

export const complete = (ranks: number): Pair[] =>
  upTo(ranks).flatMap((src) => upTo(ranks).flatMap((dst): Pair[] => (src === dst ? [] : [[src, dst]])));

/** Each rank sends one step up and down along each axis. */
export function grid(sides: readonly number[], periodic: boolean): Pair[] {
  const ranks = sides.reduce((product, side) => product * side, 1);
  return upTo(ranks).flatMap((rank) => {
    let stride = 1;
    return sides.flatMap((side) => {
      const at = Math.floor(rank / stride) % side;
      const steps = [1, -1].flatMap((step): Pair[] => {
        const to = periodic ? (at + step + side) % side : at + step;
        return to < 0 || to >= side ? [] : [[rank, rank + (to - at) * stride]];
      });
      stride *= side;
      return steps;
    });
  });
}

export const butterfly = (stages: number): Pair[] =>
  upTo(2 ** stages).flatMap((rank) => upTo(stages).map((stage): Pair => [rank, rank ^ (1 << stage)]));
