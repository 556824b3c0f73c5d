import { NONE } from '@weft/model';
import type { ExchangeRounds } from './exchange-rounds.ts';
import type { Messages } from './rank-waiting.ts';
import { quantile } from './stand-out.ts';

/** A rank with so many times the rounds of others does something else than they do. */
const MOST_TIMES = 3;
/** More pairs of rounds take too long to compare. */
const MOST_PAIRS = 3e7;

/**
 * Rounds of ranks that do more or fewer than most, such as the root of a broadcast, put in their places among the rounds of the others
 * by when they begin; what no other rank does at that time becomes a round of its own. Null where all ranks do equally many, or too many others do not.
 */
export function alignRounds(messages: Messages, found: ExchangeRounds): ExchangeRounds | null {
  const { count, rounds, own } = found;
  const others = [...startsOfOthers(messages, found)];
  const pairs = count * others.reduce((sum, [, { length }]) => sum + length, 0);
  if (others.length === 0 || pairs > MOST_PAIRS) return null;
  if (others.some(([, { length }]) => length > MOST_TIMES * count)) return null;
  const starts = usualStarts(messages, found);
  const places = new Map(others.map(([rank, times]) => [rank, placeRounds(times, starts)]));
  const all = new Set([...starts.keys(), ...[...places.values()].flat()]);
  const numbers = new Map([...all].sort((a, b) => a - b).map((place, number) => [place, number]));
  const numberAt = (place: number | undefined) => numbers.get(place ?? NONE) ?? NONE;
  const aligned = rounds.map((round, row) =>
    numberAt(round === NONE ? places.get(messages.columns.src[row])?.[own[row]] : round),
  );
  return { count: numbers.size, rounds: aligned, own };
}

/** When the rounds begin of each rank that has another number of them. */
function startsOfOthers(
  { rows, columns: { src, send_start } }: Messages,
  { rounds, own }: ExchangeRounds,
): Map<number, number[]> {
  const starts = new Map<number, number[]>();
  for (let row = 0; row < rows; row++) {
    if (own[row] === NONE || rounds[row] !== NONE) continue;
    const ofRank = starts.get(src[row]) ?? [];
    ofRank[own[row]] = Math.min(ofRank[own[row]] ?? Number.POSITIVE_INFINITY, send_start[row]);
    starts.set(src[row], ofRank);
  }
  return starts;
}

/** When a rank in the middle begins each round. */
function usualStarts({ columns: { send_start } }: Messages, { count, rounds }: ExchangeRounds): number[] {
  const starts: number[][] = Array.from({ length: count }, () => []);
  rounds.forEach((round, row) => {
    if (round !== NONE) starts[round].push(send_start[row]);
  });
  return starts.map((times) => quantile(times, 0.5));
}

/**
 * The place of each round of a rank: a round of the others, or between two of them. Of all ways to pair both in their order the one with the
 * least time between those paired, where a round without a pair counts as much as the usual time from round to round.
 */
function placeRounds(times: readonly number[], starts: readonly number[]): number[] {
  const alone = quantile(
    starts.slice(1).map((start, at) => start - starts[at]),
    0.5,
  );
  const width = starts.length + 1;
  const cost = new Float64Array((times.length + 1) * width);
  for (let at = 1; at < cost.length; at++) {
    const [mine, theirs] = [Math.floor(at / width), at % width];
    cost[at] = Math.min(
      mine > 0 ? cost[at - width] + alone : Number.POSITIVE_INFINITY,
      theirs > 0 ? cost[at - 1] + alone : Number.POSITIVE_INFINITY,
      mine > 0 && theirs > 0
        ? cost[at - width - 1] + Math.abs(times[mine - 1] - starts[theirs - 1])
        : Number.POSITIVE_INFINITY,
    );
  }
  return readPlaces(cost, width, alone, times.length);
}

/** Goes back along the cheapest way. The first rounds between two of the others come before the second ones there. */
function readPlaces(cost: Float64Array, width: number, alone: number, count: number): number[] {
  const pairs = new Int32Array(count).fill(NONE);
  let [mine, theirs] = [count, width - 1];
  while (mine > 0) {
    const at = mine * width + theirs;
    if (cost[at] === cost[at - width] + alone) mine--;
    else if (theirs > 0 && cost[at] === cost[at - 1] + alone) theirs--;
    else pairs[--mine] = --theirs;
  }
  let [last, between] = [NONE, 0];
  return Array.from(pairs, (pair) => {
    if (pair === NONE) return last + ++between / (MOST_TIMES * width);
    [last, between] = [pair, 0];
    return pair;
  });
}
