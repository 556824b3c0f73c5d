/** Messages with the times at which their ranks sent and received them; each rank's own clock suffices. */
interface DatedMessages {
  readonly src: Int32Array;
  readonly dst: Int32Array;
  readonly sent: Float64Array;
  readonly received: Float64Array;
}

/** How ranks order what they send and receive. A turn is what a rank sends between two receives. */
export interface SendOrder {
  /** Mean number of messages of a turn. */
  readonly sendsATurn: number;
  /** Mean number of different partners of a turn. */
  readonly partnersATurn: number;
  /** The same as a share of all partners the rank sends to. */
  readonly shareOfPartners: number;
  /** Share of sends that go to the partner of the send before. */
  readonly samePartner: number;
  /** Share of receives that come from the partner sent to last. */
  readonly answers: number;
  /** Share of sends that follow the partner before as they did the last time. */
  readonly repeatedOrder: number;
}

const nothing = {
  turns: 0,
  sends: 0,
  partners: 0,
  share: 0,
  steps: 0,
  same: 0,
  receives: 0,
  answers: 0,
  again: 0,
  followed: 0,
};

type Tally = { -readonly [K in keyof typeof nothing]: number };

/** Turns are only seen where receives are. */
const LEAST_RECEIVED = 0.5;

/** Null where messages have no times, or too few of them a time of receipt. */
export function sendOrder(messages: DatedMessages): SendOrder | null {
  const tally: Tally = { ...nothing };
  for (const events of eventsByRank(messages)) countRank(events, tally);
  if (tally.turns === 0 || tally.receives < LEAST_RECEIVED * tally.sends) return null;
  return {
    sendsATurn: tally.sends / tally.turns,
    partnersATurn: tally.partners / tally.turns,
    shareOfPartners: tally.share / tally.turns,
    samePartner: share(tally.same, tally.steps),
    answers: share(tally.answers, tally.receives),
    repeatedOrder: share(tally.followed, tally.again),
  };
}

function share(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0;
}

interface Event {
  readonly time: number;
  readonly sends: boolean;
  readonly partner: number;
}

function eventsByRank({ src, dst, sent, received }: DatedMessages): Event[][] {
  const ranks: Event[][] = [];
  const eventsOf = (rank: number): Event[] => (ranks[rank] ??= []);
  for (let m = 0; m < src.length; m++) {
    if (sent[m] < 0 || src[m] < 0 || dst[m] < 0) continue;
    eventsOf(src[m]).push({ time: sent[m], sends: true, partner: dst[m] });
    if (received[m] >= 0) eventsOf(dst[m]).push({ time: received[m], sends: false, partner: src[m] });
  }
  const known = ranks.filter(Boolean);
  for (const events of known) events.sort((a, b) => a.time - b.time || Number(b.sends) - Number(a.sends));
  return known;
}

function countRank(events: readonly Event[], tally: Tally): void {
  const all = new Set(events.filter(({ sends }) => sends).map(({ partner }) => partner)).size;
  const next = new Map<number, number>();
  const turn = new Set<number>();
  let last = -1;
  for (const { sends, partner } of events) {
    if (sends) {
      if (last >= 0) countStep(last, partner, next, tally);
      tally.sends++;
      turn.add(partner);
      last = partner;
    } else {
      endTurn(turn, all, tally);
      tally.receives++;
      if (partner === last) tally.answers++;
    }
  }
  endTurn(turn, all, tally);
}

function endTurn(turn: Set<number>, all: number, tally: Tally): void {
  if (turn.size === 0) return;
  tally.turns++;
  tally.partners += turn.size;
  tally.share += turn.size / all;
  turn.clear();
}

function countStep(last: number, partner: number, next: Map<number, number>, tally: Tally): void {
  tally.steps++;
  if (partner === last) tally.same++;
  const before = next.get(last);
  if (before !== undefined) {
    tally.again++;
    if (before === partner) tally.followed++;
  }
  next.set(last, partner);
}
