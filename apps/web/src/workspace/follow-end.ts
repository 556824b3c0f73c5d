import { effect, type ReadonlySignal, signal } from '@preact/signals';
import type { TimeScale } from '@weft/metrics';
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
    const whole = scale.value?.whole;
    const { time } = workspace.selection.peek();
    if (whole && time && following.peek() && time[1] < whole[1])
      workspace.select({ time: atEnd(whole, time) }, 'live');
  });
  const stopWatching = effect(() => {
    void workspace.selection.value.time;
    if (isBefore(scale.peek()?.whole[1])) following.value = false;
  });

  return {
    following,
    pause: () => {
      const whole = scale.peek()?.whole;
      following.value = false;
      if (!whole || workspace.selection.peek().time) return workspace.select({});
      pausedWhole = [...whole];
      workspace.select({ time: pausedWhole });
    },
    goLive: () => {
      const whole = scale.peek()?.whole;
      const { time } = workspace.selection.peek();
      const wasWhole = time !== null && sameRange(time, pausedWhole);
      if (whole && time) workspace.select({ time: wasWhole ? null : atEnd(whole, time) });
      following.value = true;
    },
    dispose: () => {
      stopMoving();
      stopWatching();
    },
  };
}

function atEnd(whole: readonly [number, number], time: Range): Range {
  return [Math.max(whole[0], whole[1] - (time[1] - time[0])), whole[1]];
}

function sameRange(a: Range, b: Range | null): boolean {
  return b !== null && a[0] === b[0] && a[1] === b[1];
}
