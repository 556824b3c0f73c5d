import type { ReadonlySignal, Signal } from '@preact/signals';
import type { TimelinePick } from './pick-timeline.ts';
import { askLongestWait, type PinnedCall, type PinQuestion } from './pinned-call.ts';
import type { TimelineModel } from './timeline-geometry.ts';
import { type TimelineWindow, windowAround } from './timeline-window.ts';
import type { Pinned } from './use-pinned-call.ts';

/** The ways on from the pinned call, by key or button. */
export interface PinnedActions {
  step(by: -1 | 1, withMessage: boolean): void;
  stepRank(by: -1 | 1): void;
  partner(): void;
  longestWait(): void;
  zoomTo(): void;
  mark(): void;
  unpin(): void;
}

interface ActionParts {
  readonly model: ReadonlySignal<TimelineModel>;
  readonly pinned: Pinned;
  /** The time of the mark that is measured from. */
  readonly mark: Signal<number | null>;
  /** Whether the longest waits are known. */
  readonly knowsWaits: boolean;
  forgetPointer(): void;
  show(window: TimelineWindow): void;
}

export function pinnedActions({
  model,
  pinned,
  mark,
  knowsWaits,
  forgetPointer,
  show,
}: ActionParts): PinnedActions {
  const { call, question } = pinned;
  const ask = (next: PinQuestion): void => {
    forgetPointer();
    pinned.ask(next);
  };
  const askAt = (
    rank: number,
    time: number,
    step: -1 | 1,
    withMessage = false,
    lane: PinQuestion['lane'] = null,
  ): void => ask({ rank, time, step, withMessage, longest: null, lane });
  return {
    step(by, withMessage) {
      const from = call ?? startOf(model.peek(), by, question);
      askAt(from.rank, from.enter, by, withMessage, withMessage ? null : (question?.lane ?? null));
    },
    stepRank(by) {
      const from = call ?? startOf(model.peek(), -1, question);
      const last = model.peek().data.ranks - 1;
      askAt(Math.min(Math.max(from.rank + by, 0), last), from.enter + 1, -1);
    },
    partner() {
      if (call?.wait) askAt(call.wait.partner, call.enter + call.wait.time + 1, -1);
    },
    longestWait() {
      const { time, ranks } = model.peek().window;
      if (knowsWaits) ask(askLongestWait(time, ranks, pinned));
    },
    zoomTo() {
      if (!call) return;
      forgetPointer();
      show(windowOfCall(call, model.peek().data.full));
    },
    mark() {
      mark.value = call && mark.peek() !== call.enter ? call.enter : null;
    },
    unpin: () => pinned.ask(null),
  };
}

/** Where stepping starts while nothing is pinned: at the question asked, else at an end of what is on screen. */
function startOf(
  { window, selected }: TimelineModel,
  step: -1 | 1,
  question: PinQuestion | null,
): { rank: number; enter: number } {
  // Nothing was found that way: turning back leads to where it began.
  if (question) return { rank: question.rank, enter: question.time - (question.step === -step ? step : 0) };
  const inSight = [...selected].find((rank) => rank >= window.ranks[0] && rank < window.ranks[1]);
  const rank = inSight ?? Math.ceil(window.ranks[0]);
  return { rank, enter: Math.round(step > 0 ? window.time[0] - 1 : window.time[1]) };
}

/** The question that pins what was clicked: a call, the call that received a message, or whatever lies in a tile. */
export function pinAt(pick: TimelinePick | null): PinQuestion | null {
  const mark = pick?.mark;
  if (!pick || !mark) return null;
  const at = { step: 0, withMessage: false, longest: null, lane: null } as const;
  if (mark.kind === 'lane') {
    const { rank, enter, stream, depth } = mark;
    return { ...at, rank, time: enter, lane: { stream, depth } };
  }
  if (mark.kind === 'message') return { rank: mark.dst, time: mark.received, ...at };
  return { rank: pick.rank, time: mark.kind === 'span' ? mark.exit : Math.round(pick.time), ...at };
}

/** A call with its messages and the rank it waited for. */
function windowOfCall(call: PinnedCall, full: TimelineWindow): TimelineWindow {
  const times = [call.enter, call.exit];
  const ranks = [call.rank];
  for (const { src, dst, sent, received } of call.messages) {
    ranks.push(src, dst);
    if (sent >= 0) times.push(sent);
    if (received >= 0) times.push(received);
  }
  if (call.wait) ranks.push(call.wait.partner);
  return windowAround(
    [Math.min(...times), Math.max(...times)],
    [Math.min(...ranks), Math.max(...ranks)],
    full,
  );
}
