import { drawsPending, onDrawRequested } from '@weft/views';

/** Knows whether the page has settled: no request under way, no frame due. Tests wait for it. */
export interface Activity {
  /** Something is under way until the returned function is called. */
  begin(): () => void;
}

/** A frame may ask for the next one: two quiet ones mean that nobody did. */
const QUIET_FRAMES = 2;

export function createActivity(root: HTMLElement): Activity {
  let working = 0;
  let quiet = 0;
  let watching = false;

  const watch = () => {
    quiet = working > 0 || drawsPending() ? 0 : quiet + 1;
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
  onDrawRequested(busy);
  return {
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
