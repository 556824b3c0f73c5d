export interface Quiet {
  /** When no picture has waited for anything for so many milliseconds. */
  whenQuiet(milliseconds: number): Promise<void>;
}

interface Waiter {
  readonly milliseconds: number;
  readonly resolve: () => void;
}

/** Work that nobody looks at yet waits here for the work that pictures wait for. */
export function createQuiet(): Quiet & { disturb(): () => void } {
  let disturbances = 0;
  let quietSince = Number.NEGATIVE_INFINITY;
  let waiters: Waiter[] = [];

  const release = () => {
    if (disturbances > 0) return;
    const rested = performance.now() - quietSince;
    const ready = waiters.filter(({ milliseconds }) => milliseconds <= rested);
    waiters = waiters.filter((waiter) => !ready.includes(waiter));
    for (const { resolve } of ready) resolve();
    const next = Math.min(...waiters.map(({ milliseconds }) => milliseconds));
    if (waiters.length > 0) setTimeout(release, Math.ceil(next - rested));
  };

  return {
    whenQuiet: (milliseconds) =>
      new Promise((resolve) => {
        waiters.push({ milliseconds, resolve });
        // Not at once: what is begun together with it may be what a picture waits for.
        setTimeout(release, 0);
      }),
    disturb: () => {
      disturbances++;
      let over = false;
      return () => {
        if (over) return;
        over = true;
        disturbances--;
        if (disturbances > 0) return;
        quietSince = performance.now();
        setTimeout(release, 0);
      };
    },
  };
}
