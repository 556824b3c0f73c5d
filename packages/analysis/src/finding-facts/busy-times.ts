import { NONE } from '@weft/model';
import type { Collectives, Messages, RankTimes } from './rank-waiting.ts';
import { mostOfOthers, type StandOut } from './stand-out.ts';

/** Pauses longer than this many usual ones are counted. */
const LONG = 1.3;
const OFTEN = 3;
/** Times every other rank, and deviations above the median; less where a gap of deviations parts it from the others. */
const LEAST = { factor: 1.25, sigmas: 5 };
const LEAST_APART = { factor: 1.12, sigmas: 4, gap: 2 };

/** A send, a receive that ended or a collective call. Work lies between the end of one and the start of the next send or call. */
interface RankEvent {
  readonly at: number;
  readonly end: number;
  readonly afterWork: boolean;
}

/** Less work than this share of the usual after a message arrived: the rank was at work already and did not wait for it. */
const LEAST_WORK = 0.7;

/** Time of each rank between the end of a call and its next send or collective call; null where nothing is timed. */
export function busyTimes(messages: Messages, collectives: Collectives, ranks: number): RankTimes | null {
  const pauses = eventsOfRanks(messages, collectives, ranks).map(pausesOf);
  const sorted = Float64Array.from(pauses.flat(), ({ rest }) => rest).sort();
  if (sorted.length === 0) return null;
  const usual = sorted[sorted.length >> 1];
  const work = pauses.map((own) => own.map(({ whole, rest }) => (rest < LEAST_WORK * usual ? whole : rest)));
  const time = Float64Array.from(work, (own) => own.reduce((sum, pause) => sum + pause, 0));
  return {
    measure: 'busy',
    time,
    isSlow: (most) => {
      const isOften = work[most.at].filter((pause) => pause > LONG * usual).length >= OFTEN;
      return isOften && isFarAbove(most, most.value / mostOfOthers(time, most.at));
    },
  };
}

/** Far above every other rank, or parted from all of them by a gap that chance does not leave. */
function isFarAbove({ sigmas, spread }: StandOut, times: number): boolean {
  if (times >= LEAST.factor && sigmas >= LEAST.sigmas) return true;
  return (
    times >= LEAST_APART.factor && sigmas >= LEAST_APART.sigmas && Math.log(times) >= LEAST_APART.gap * spread
  );
}

function eventsOfRanks(messages: Messages, collectives: Collectives, ranks: number): RankEvent[][] {
  const events: RankEvent[][] = Array.from({ length: ranks }, () => []);
  const { src, dst, send_start, send_end, recv_start, recv_end } = messages.columns;
  for (let row = 0; row < messages.rows; row++) {
    const start = send_start[row];
    if (start === NONE) continue;
    const end = recv_end[row];
    // A send whose end is not known may last until its message is received.
    const sent = Math.max(start, send_end[row] === NONE ? end : send_end[row]);
    events[src[row]].push({ at: start, end: sent, afterWork: true });
    // A message that was there already ends no wait.
    if (end !== NONE && end !== recv_start[row]) events[dst[row]].push({ at: end, end, afterWork: false });
  }
  const { rank, enter, exit } = collectives.columns;
  for (let row = 0; row < collectives.rows; row++) {
    if (enter[row] === NONE) continue;
    events[rank[row]].push({ at: enter[row], end: Math.max(enter[row], exit[row]), afterWork: true });
  }
  return events;
}

interface Pause {
  /** Since the rank's own last call. */
  readonly whole: number;
  /** Since the last message arrived, where that was later. */
  readonly rest: number;
}

function pausesOf(events: RankEvent[]): Pause[] {
  events.sort((a, b) => a.at - b.at || Number(a.afterWork) - Number(b.afterWork));
  const pauses: Pause[] = [];
  let [called, arrived] = [Number.NaN, Number.NEGATIVE_INFINITY];
  for (const { at, end, afterWork } of events) {
    if (!afterWork) {
      arrived = at;
      continue;
    }
    if (at > Math.max(called, arrived))
      pauses.push({ whole: at - called, rest: at - Math.max(called, arrived) });
    called = Number.isNaN(called) ? end : Math.max(called, end);
  }
  return pauses;
}
