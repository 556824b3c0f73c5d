import { NONE } from '@weft/model';
import { rankCount } from '../queries/rank-count.ts';
import type { Messages } from './rank-waiting.ts';

/** The n-th exchange of every rank, wherever its clock stands: what a program in which all ranks do the same does n-th. */
export interface ExchangeRounds {
  readonly count: number;
  /** Of each message; NONE where it was not sent at a known time, or by a rank with another number of rounds. */
  readonly rounds: Int32Array;
  /** Of each message the round of its own rank, whatever number of them the rank has. */
  readonly own: Int32Array;
}

/** Nanoseconds that stand for none, so that pauses have a ratio. */
const NO_TIME = 1;
/** Pauses between rounds are so many times those between the sends of one. */
const CLEAR = 4;
/** Pauses that differ by less are all of one kind: then each send is a round of its own. */
const ONE_KIND = 4;
/** So many of the ranks do the same number of rounds, else they do not do the same; the first of eight in a gather sends nothing. */
const LEAST_RANKS = 0.8;
/** Fewer rounds have no pattern. */
const FEWEST_ROUNDS = 5;

/** Null where ranks do not send in the same number of rounds, or where their pauses do not tell rounds apart. */
export function exchangeRounds(messages: Messages): ExchangeRounds | null {
  const sends = sendsOfRanks(messages).filter((rows) => rows.length > 0);
  const pauses = sends.map((rows) => pausesBefore(messages, rows));
  const fewest = LEAST_RANKS * sends.length * (FEWEST_ROUNDS - 1);
  const between = longPause(
    pauses.flatMap((own) => own.slice(1)),
    fewest,
  );
  if (between === null) return null;
  const counts = pauses.map((own) => own.filter((pause) => pause >= between).length);
  const count = mostFrequent(counts);
  if (counts.filter((own) => own === count).length < LEAST_RANKS * counts.length) return null;
  const rounds = new Int32Array(messages.rows).fill(NONE);
  const own = rounds.slice();
  sends.forEach((rows, at) => {
    let round = -1;
    rows.forEach((row, nth) => {
      if (pauses[at][nth] >= between) round++;
      own[row] = round;
      if (counts[at] === count) rounds[row] = round;
    });
  });
  return { count, rounds, own };
}

/** Rows of each rank's sends in the order of time. */
function sendsOfRanks({ rows, columns: { src, send_start } }: Messages): number[][] {
  const sends: number[][] = Array.from({ length: rankCount(src) }, () => []);
  for (let row = 0; row < rows; row++) if (send_start[row] !== NONE) sends[src[row]].push(row);
  for (const own of sends) own.sort((a, b) => send_start[a] - send_start[b]);
  return sends;
}

/** From the end of the sends before to each one; before the first it is without end. */
function pausesBefore({ columns: { send_start, send_end } }: Messages, rows: readonly number[]): number[] {
  let end = Number.NEGATIVE_INFINITY;
  return rows.map((row) => {
    const pause = Math.max(NO_TIME, send_start[row] - end);
    end = Math.max(end, send_start[row], send_end[row]);
    return pause;
  });
}

/** The shortest of at least `fewest` pauses between rounds: above the widest step in the pauses; null where none is wide. */
function longPause(pauses: readonly number[], fewest: number): number | null {
  if (pauses.length < fewest || pauses.length === 0) return null;
  const sorted = Float64Array.from(pauses).sort();
  // Where no time passes between any sends, their order is not known.
  if (sorted[sorted.length - 1] <= NO_TIME) return null;
  if (sorted[sorted.length - 1] <= ONE_KIND * sorted[0]) return sorted[0];
  let [widest, least] = [CLEAR, Number.NaN];
  for (let at = 1; at <= sorted.length - fewest; at++) {
    const step = sorted[at] / sorted[at - 1];
    if (step > widest) [widest, least] = [step, sorted[at]];
  }
  return Number.isNaN(least) ? null : least;
}

function mostFrequent(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0][0];
}
