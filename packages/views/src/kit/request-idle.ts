/** What a browser without idle callbacks grants between two frames. */
const SLICE_MILLISECONDS = 10;
const PAUSE_MILLISECONDS = 50;

type IdleWork = (remaining: () => number) => void;

/** Runs `work` when the page has nothing else to do, with the milliseconds it may take; returns how to cancel. */
export function requestIdle(work: IdleWork): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback((deadline) => work(() => deadline.timeRemaining()));
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(() => {
    const end = performance.now() + SLICE_MILLISECONDS;
    work(() => end - performance.now());
  }, PAUSE_MILLISECONDS);
  return () => clearTimeout(timer);
}
