import { NONE } from '@weft/model';
import { exchangeRounds } from './exchange-rounds.ts';
import type { Messages, RankTimes } from './rank-waiting.ts';
import { mostOfOthers, quantile } from './stand-out.ts';

/** It sends last at least so often, and in this share of all messages: ranks that wait for it are late, too. */
const FEWEST_TIMES = 3;
const LAST_SHARE = 0.75;
/** Then it is so many times as late as nine of ten others, or a quarter later than any: by more than the last of many ranks in a row is. */
const TIMES_MOST = 5;
const TIMES_ANY_LAST = 1.25;
const MANY_RANKS = 16;
/** Or it is last all but always, and so many times as late as nine of ten others: the last of many ranks in a row is 1.25 times. */
const ALWAYS = 0.95;
const TIMES_ROW = 1.5;
/** Where chance makes others the last: later than the median this often, and so many times as late as any other. */
const LATE_SHARE = 0.9;
const TIMES_ANY = 2;

/**
 * How much later each rank sends its n-th message than the median rank does, added up over n: in a program that goes in
 * step, a slow rank is last again and again. Ranks that work alike are late by the network: then only the far latest counts. Where ranks do
 * not send equally often, the first message of each of their rounds is taken; null where these are not equally many either.
 */
export function sendLateness(messages: Messages, ranks: number, workAlike: boolean): RankTimes | null {
  const ofMessages = startsOfRanks(messages, ranks);
  const inStep = areEquallyMany(ofMessages);
  const starts = inStep ? ofMessages : startsOfRounds(messages, ranks);
  if (!areEquallyMany(starts)) return null;
  const count = starts[0].length;
  const time = new Float64Array(ranks);
  const last = new Int32Array(ranks);
  const late = new Int32Array(ranks);
  for (let n = 0; n < count; n++) {
    const column = starts.map((own) => own[n]);
    const middle = quantile(column, 0.5);
    column.forEach((start, rank) => {
      time[rank] += Math.max(0, start - middle);
      if (start > middle) late[rank]++;
    });
    const latest = column.reduce((most, start, rank) => (start > column[most] ? rank : most), 0);
    if (column.every((start, rank) => start < column[latest] || rank === latest)) last[latest]++;
  }
  return {
    measure: inStep ? 'late' : 'late in rounds',
    time,
    isSlow: ({ at, value }) => {
      const timesAny = value / mostOfOthers(time, at);
      const others = time.filter((_, rank) => rank !== at);
      if (last[at] < Math.max(FEWEST_TIMES, LAST_SHARE * count))
        return !workAlike && late[at] >= Math.max(FEWEST_TIMES, LATE_SHARE * count) && timesAny >= TIMES_ANY;
      const always = !workAlike && ranks >= MANY_RANKS && last[at] >= ALWAYS * count;
      if (value >= (always ? TIMES_ROW : TIMES_MOST) * quantile(others, 0.9)) return true;
      return !workAlike && ranks >= MANY_RANKS && timesAny >= TIMES_ANY_LAST;
    },
  };
}

/** When each rank starts to send its messages, in the order of time. */
function startsOfRanks({ rows, columns: { src, send_start } }: Messages, ranks: number): number[][] {
  const starts: number[][] = Array.from({ length: ranks }, () => []);
  for (let row = 0; row < rows; row++) if (send_start[row] !== NONE) starts[src[row]].push(send_start[row]);
  for (const own of starts) own.sort((a, b) => a - b);
  return starts;
}

/** When each rank starts to send in each of its rounds; none of a rank with another number of rounds than most. */
function startsOfRounds(messages: Messages, ranks: number): number[][] {
  const starts: number[][] = Array.from({ length: ranks }, () => []);
  const { src, send_start } = messages.columns;
  exchangeRounds(messages)?.rounds.forEach((round, row) => {
    if (round === NONE) return;
    const own = starts[src[row]];
    own[round] = Math.min(own[round] ?? Number.POSITIVE_INFINITY, send_start[row]);
  });
  return starts;
}

function areEquallyMany(starts: readonly (readonly number[])[]): boolean {
  return (
    starts.length > 0 && starts[0].length > 0 && starts.every(({ length }) => length === starts[0].length)
  );
}
