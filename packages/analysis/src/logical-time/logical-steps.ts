import { sortOrder } from '../radix-sort/radix-sort.ts';

interface LogicalSteps {
  /** Step of each message. */
  readonly steps: Int32Array;
  readonly count: number;
  /** Receives that seem to come before their own send; they wait for nothing. */
  readonly broken: number;
}

interface TimedMessages {
  readonly ranks: number;
  readonly src: Int32Array;
  readonly dst: Int32Array;
  readonly sent: Float64Array;
  readonly received: Float64Array;
}

/**
 * Steps by happened-before: a message is one step after the latest message that its sender had received
 * before sending it, and in step 0 if there was none. Only the order of events on each rank counts, so
 * clocks that differ between ranks do no harm. Sends that follow each other without a receive between
 * them share a step. At equal times a rank sends before it receives.
 */
export function logicalSteps(messages: TimedMessages): LogicalSteps {
  const { src, dst } = messages;
  const { offsets, events } = rankEvents(messages);
  const { ranks } = messages;
  const next = offsets.slice(0, ranks);
  const clock = new Int32Array(ranks);
  const steps = new Int32Array(src.length).fill(-1);
  const waiter = new Int32Array(src.length).fill(-1);
  const ready: number[] = [];
  let broken = 0;

  const advance = (rank: number): void => {
    while (next[rank] < offsets[rank + 1]) {
      const event = events[next[rank]];
      const message = event >> 1;
      if ((event & 1) === 0) {
        steps[message] = clock[rank];
        if (waiter[message] >= 0) ready.push(waiter[message]);
      } else if (steps[message] < 0) {
        waiter[message] = rank;
        return;
      } else clock[rank] = Math.max(clock[rank], steps[message] + 1);
      next[rank]++;
    }
  };

  for (let rank = ranks - 1; rank >= 0; rank--) ready.push(rank);
  for (;;) {
    for (let rank = ready.pop(); rank !== undefined; rank = ready.pop()) advance(rank);
    const stuck = firstStuck(next, offsets, events, messages.received);
    if (stuck < 0) break;
    broken++;
    waiter[events[next[stuck]] >> 1] = -1;
    next[stuck]++;
    ready.push(stuck);
  }
  let count = 0;
  for (const step of steps) if (step >= count) count = step + 1;
  return { steps, count: dst.length > 0 ? count : 0, broken };
}

/** Events of each rank in its own order: 2 m = send of message m, 2 m + 1 = receive. */
function rankEvents({ ranks, src, dst, sent, received }: TimedMessages): {
  offsets: Int32Array;
  events: Int32Array;
} {
  const n = src.length;
  const times = new Float64Array(2 * n);
  times.set(sent, 0);
  times.set(received, n);
  const offsets = new Int32Array(ranks + 1);
  for (let m = 0; m < n; m++) {
    offsets[src[m] + 1]++;
    offsets[dst[m] + 1]++;
  }
  for (let rank = 0; rank < ranks; rank++) offsets[rank + 1] += offsets[rank];
  const next = offsets.slice();
  const events = new Int32Array(2 * n);
  // The order is stable and sends come first in `times`, so equal times put them first here, too.
  for (const at of sortOrder(times)) {
    if (at < n) events[next[src[at]]++] = 2 * at;
    else events[next[dst[at - n]]++] = 2 * (at - n) + 1;
  }
  return { offsets, events };
}

/** The rank that waits for the earliest receive; -1 when all are done. */
function firstStuck(
  next: Int32Array,
  offsets: Int32Array,
  events: Int32Array,
  received: Float64Array,
): number {
  let first = -1;
  for (let rank = 0; rank < next.length; rank++) {
    if (next[rank] >= offsets[rank + 1]) continue;
    const time = received[events[next[rank]] >> 1];
    if (first < 0 || time < received[events[next[first]] >> 1]) first = rank;
  }
  return first;
}
