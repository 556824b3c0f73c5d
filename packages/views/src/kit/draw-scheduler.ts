import { effect, signal } from '@preact/signals';
import { createDrawLoop } from './draw-loop.ts';

const listeners = new Set<() => void>();

/** One requestAnimationFrame for everything on the page: whatever changed since the last frame is drawn once. */
const loop = createDrawLoop(
  () => {
    for (const listener of listeners) listener();
  },
  (callback) => requestAnimationFrame(callback),
);

export const requestDraw = loop.request;
const cancelDraw = loop.cancel;

/** Runs `work` in the frame after the next one is painted; returns how to cancel. Work asked for in a frame would hold it up. */
export function requestAfterPaint(work: () => void): () => void {
  let timer = 0;
  const wait = (): void => {
    timer = window.setTimeout(() => loop.request(work));
  };
  loop.request(wait);
  return () => {
    clearTimeout(timer);
    loop.cancel(wait);
    loop.cancel(work);
  };
}

let resting = 0;

/** Runs `work` when nothing has cancelled it for so many milliseconds; the page is not at rest until then. */
export function requestAtRest(work: () => void, milliseconds: number): () => void {
  let due = true;
  const end = (): void => {
    if (due) resting--;
    due = false;
  };
  resting++;
  for (const listener of listeners) listener();
  const timer = setTimeout(() => {
    end();
    work();
  }, milliseconds);
  return () => {
    end();
    clearTimeout(timer);
  };
}

/** True while something waits for a frame or for the hand to rest: screenshots and tests wait until it is false. */
export const drawsPending = (): boolean => loop.pending() || resting > 0;

/** Called whenever something asks for a frame. */
export function onDrawRequested(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Runs `draw` in the next frame and again in a frame after any signal it read has changed, however
 * often it changed. Returns how to stop.
 */
export function drawOnChange(draw: () => void): () => void {
  const frame = signal(0);
  let inFrame = false;
  const run = (): void => {
    inFrame = true;
    try {
      frame.value = frame.peek() + 1;
    } finally {
      inFrame = false;
    }
  };
  const stop = effect(() => {
    frame.value;
    if (inFrame) draw();
    else requestDraw(run);
  });
  return () => {
    stop();
    cancelDraw(run);
  };
}
