import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { moveRange, type TimeScale } from '@weft/metrics';
import type { Workspace } from '@weft/views';
import type { Activity } from '../activity/activity.ts';
import type { EndFollower } from './follow-end.ts';
import type { Growth } from './live-dataset.ts';

/** Walks the time range through the run, one step at a time; stopping makes one undo step. */
export interface Player {
  /** Time goes on by itself: step by step, or with the samples of a run that grows. */
  readonly playing: ReadonlySignal<boolean>;
  toggle(): void;
  stop(): void;
}

interface PlayerParts {
  readonly scale: ReadonlySignal<TimeScale | null>;
  readonly workspace: Workspace;
  readonly activity: Activity;
  readonly growth: ReadonlySignal<Growth>;
  readonly end: EndFollower;
}

const MILLISECONDS_PER_STEP = 100;

export function createPlayer({ scale, workspace, activity, growth, end }: PlayerParts): Player {
  const walking = signal(false);
  const live = computed(() => growth.value !== 'none' && end.following.value);
  let timer: ReturnType<typeof setInterval> | undefined;
  let rest = () => {};

  const stop = () => {
    if (!walking.value) return;
    clearInterval(timer);
    rest();
    walking.value = false;
    workspace.select({});
  };
  const arrive = () => {
    stop();
    if (growth.peek() !== 'none') end.goLive();
  };
  const advance = () => {
    const { time } = workspace.selection.value;
    const now = scale.peek();
    if (!now || (time && time[1] >= now.whole[1])) return arrive();
    workspace.select({ time: moveRange(now, time, 1, now.step) }, 'live');
  };
  const start = () => {
    const { time } = workspace.selection.value;
    const whole = scale.peek()?.whole;
    if (!whole) return;
    if (time && time[1] >= whole[1]) {
      const length = time[1] - time[0];
      workspace.select({ time: [whole[0], whole[0] + length] }, 'live');
    }
    walking.value = true;
    rest = activity.begin('later');
    timer = setInterval(advance, MILLISECONDS_PER_STEP);
  };
  return {
    playing: computed(() => walking.value || live.value),
    stop,
    toggle: () => {
      if (walking.value) stop();
      else if (live.value) end.pause();
      else start();
    },
  };
}
