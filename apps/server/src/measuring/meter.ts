import { createHistogram, type Histogram } from './histogram.ts';

/** Work of one kind: how much of it runs, and how long it took. */
export interface Meter {
  running(): number;
  readonly seconds: Histogram;
  measure<R>(work: () => Promise<R>): Promise<R>;
}

export function createMeter(): Meter {
  let running = 0;
  const seconds = createHistogram();
  return {
    running: () => running,
    seconds,
    measure: async (work) => {
      const start = performance.now();
      running++;
      try {
        return await work();
      } finally {
        running--;
        seconds.observe((performance.now() - start) / 1000);
      }
    },
  };
}
