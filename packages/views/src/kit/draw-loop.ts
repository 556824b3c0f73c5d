/**
 * The one animation frame of the page. Work asked for before a frame runs in it, once; work asked for
 * while a frame runs (a signal changed, a component renders) still runs in that same frame.
 */
interface DrawLoop {
  request(work: () => void): void;
  cancel(work: () => void): void;
  /** True while a frame is due. */
  pending(): boolean;
}

const MAX_ROUNDS = 20;

export function createDrawLoop(
  onBusy: () => void,
  nextFrame: (callback: () => void) => void = requestAnimationFrame,
): DrawLoop {
  let queue = new Set<() => void>();
  let due = false;
  let running = false;

  const ask = () => {
    due = true;
    nextFrame(run);
  };
  const run = () => {
    running = true;
    for (let round = 0; queue.size > 0 && round < MAX_ROUNDS; round++) {
      const works = queue;
      queue = new Set();
      for (const work of works) runSafely(work);
    }
    running = false;
    due = false;
    if (queue.size > 0) ask();
  };
  return {
    request(work) {
      queue.add(work);
      onBusy();
      if (!due && !running) ask();
    },
    cancel: (work) => {
      queue.delete(work);
    },
    pending: () => due,
  };
}

/** One failing redraw must not stop the others. */
function runSafely(work: () => void): void {
  try {
    work();
  } catch (error) {
    reportError(error);
  }
}
