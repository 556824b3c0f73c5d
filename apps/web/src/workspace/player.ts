import { type ReadonlySignal, signal } from '@preact/signals';
import { moveRange, type TimeScale } from '@weft/metrics';
import type { Workspace } from '@weft/views';
import type { Activity } from '../activity/activity.ts';

/** Walks the time range through the run, one step at a time; stopping makes one undo step. */
export interface Player {
  readonly playing: ReadonlySignal<boolean>;
  toggle(): void;
  stop(): void;
}

const MILLISECONDS_PER_STEP = 100;

export function createPlayer(scale: TimeScale, workspace: Workspace, activity: Activity): Player {
  const playing = signal(false);
  let timer: ReturnType<typeof setInterval> | undefined;
  let end = () => {};

  const stop = () => {
    if (!playing.value) return;
    clearInterval(timer);
    end();
    playing.value = false;
    workspace.select({});
  };
  const advance = () => {
    const { time } = workspace.selection.value;
    if (time && time[1] >= scale.whole[1]) return stop();
    workspace.select({ time: moveRange(scale, time, 1, scale.step) }, 'live');
  };
  const start = () => {
    const { time } = workspace.selection.value;
    if (time && time[1] >= scale.whole[1]) {
      const length = time[1] - time[0];
      workspace.select({ time: [scale.whole[0], scale.whole[0] + length] }, 'live');
    }
    playing.value = true;
    end = activity.begin();
    timer = setInterval(advance, MILLISECONDS_PER_STEP);
  };
  return { playing, stop, toggle: () => (playing.value ? stop() : start()) };
}
