import { effect, signal } from '@preact/signals';

/** One requestAnimationFrame for all views: whatever changed since the last frame is drawn once. */
const pending = new Set<() => void>();
let requested = false;

export function requestDraw(task: () => void): void {
  pending.add(task);
  if (requested) return;
  requested = true;
  requestAnimationFrame(runFrame);
}

export function cancelDraw(task: () => void): void {
  pending.delete(task);
}

/** True while something waits for the next frame: screenshots and tests wait until it is false. */
export function drawsPending(): boolean {
  return pending.size > 0;
}

function runFrame(): void {
  requested = false;
  const tasks = [...pending];
  pending.clear();
  for (const task of tasks) {
    try {
      task();
    } catch (error) {
      reportError(error);
    }
  }
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
