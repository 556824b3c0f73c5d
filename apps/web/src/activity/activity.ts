import { drawsPending, onDrawRequested, requestDraw } from '@weft/views';
import { createQuiet, type Quiet } from './quiet.ts';

/** Knows whether the page has settled: no request under way, no frame due. Tests wait for it. */
export interface Activity extends Quiet {
  /** Something is under way until the returned function is called; `later` where no picture waits for it. */
  begin(urgency?: Urgency): () => void;
}

export type Urgency = 'first' | 'later';

/** A frame may ask for the next one: after two frames without work none is due. */
const IDLE_FRAMES = 2;

export function createActivity(root: HTMLElement): Activity {
  const quiet = createQuiet();
  let working = 0;
  let idleFrames = 0;
  let watching = false;

  const watch = () => {
    idleFrames = working > 0 || drawsPending() ? 0 : idleFrames + 1;
    if (idleFrames < IDLE_FRAMES) {
      requestAnimationFrame(watch);
      return;
    }
    watching = false;
    root.dataset.idle = 'true';
  };
  const busy = () => {
    idleFrames = 0;
    if (watching) return;
    watching = true;
    root.dataset.idle = 'false';
    requestAnimationFrame(watch);
  };
  onDrawRequested(busy);
  return {
    whenQuiet: quiet.whenQuiet,
    begin(urgency = 'first') {
      working++;
      busy();
      const endFirst = urgency === 'first' ? quiet.disturb() : undefined;
      let ended = false;
      return () => {
        if (!ended) working--;
        ended = true;
        // The picture that waited for it is drawn in the next frame.
        if (endFirst) requestDraw(endFirst);
      };
    },
  };
}
