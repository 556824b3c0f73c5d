import { effect, type ReadonlySignal, signal } from '@preact/signals';
import { rangeAtEnd, type TimeScale, wholeSteps } from '@weft/metrics';
import type { Selection } from '@weft/model';
import type { Workspace } from '@weft/views';

/** Keeps the time range at the end of a run that grows. */
export interface EndFollower {
  readonly following: ReadonlySignal<boolean>;
  /** Stays with what is shown now. */
  pause(): void;
  /** Goes to the end and stays there: the range keeps its length, the whole run stays whole. */
  goLive(): void;
  dispose(): void;
}

type Range = NonNullable<Selection['time']>;

/** The reader who moves the range away from the end does not follow any longer. */
export function followEnd(scale: ReadonlySignal<TimeScale | null>, workspace: Workspace): EndFollower {
  const isBefore = (end: number | undefined): boolean => {
    const { time } = workspace.selection.peek();
    return time !== null && end !== undefined && time[1] < end;
  };
  const following = signal(!isBefore(scale.peek()?.whole[1]));
  /** The whole run as it was when it was paused. */
  let pausedWhole: Range | null = null;

  const stopMoving = effect(() => {
    const now = scale.value;
    const { time } = workspace.selection.peek();
    if (!now || !time) return;
    const isBehind = following.peek() && time[1] < now.whole[1];
    const next = isBehind ? rangeAtEnd(now, time) : wholeSteps(now, time);
    if (sameRange(next, time)) return;
    if (sameRange(time, pausedWhole)) pausedWhole = next;
    workspace.select({ time: next }, 'live');
  });
  const stopWatching = effect(() => {
    void workspace.selection.value.time;
    if (isBefore(scale.peek()?.whole[1])) following.value = false;
  });

  return {
    following,
    pause: () => {
      const now = scale.peek();
      following.value = false;
      if (!now || workspace.selection.peek().time) return workspace.select({});
      pausedWhole = fullSteps(now);
      workspace.select({ time: pausedWhole });
    },
    goLive: () => {
      const now = scale.peek();
      const { time } = workspace.selection.peek();
      const wasWhole = time !== null && sameRange(time, pausedWhole);
      if (now && time) workspace.select({ time: wasWhole ? null : rangeAtEnd(now, time) });
      following.value = true;
    },
    dispose: () => {
      stopMoving();
      stopWatching();
    },
  };
}

/** The run without the step that samples are still added to. */
function fullSteps({ whole, edges }: TimeScale): Range {
  return [whole[0], edges ? edges[edges.length - 2] : whole[1]];
}

function sameRange(a: Range, b: Range | null): boolean {
  return b !== null && a[0] === b[0] && a[1] === b[1];
}
