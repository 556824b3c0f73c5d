import { createFrameLoop, type FrameLoop } from './frame-loop.ts';

/** Knows whether the page has settled: no request under way, no frame due. Tests wait for it. */
export interface Activity {
  readonly frames: FrameLoop;
  /** Something is under way until the returned function is called. */
  begin(): () => void;
}

/** Views may ask for a frame of their own after ours: two quiet ones mean that nobody did. */
const QUIET_FRAMES = 2;

export function createActivity(root: HTMLElement): Activity {
  let working = 0;
  let quiet = 0;
  let watching = false;

  const watch = () => {
    quiet = working > 0 || frames.pending() ? 0 : quiet + 1;
    if (quiet < QUIET_FRAMES) {
      requestAnimationFrame(watch);
      return;
    }
    watching = false;
    root.dataset.idle = 'true';
  };
  const busy = () => {
    quiet = 0;
    if (watching) return;
    watching = true;
    root.dataset.idle = 'false';
    requestAnimationFrame(watch);
  };
  const frames = createFrameLoop(busy);
  return {
    frames,
    begin() {
      working++;
      busy();
      let ended = false;
      return () => {
        if (!ended) working--;
        ended = true;
      };
    },
  };
}
