/** How often something took how long. */
export interface Histogram {
  observe(seconds: number): void;
  /** Counts of what took at most so long, then all of them. */
  read(): {
    readonly upTo: readonly (readonly [number, number])[];
    readonly count: number;
    readonly sum: number;
  };
}

/** Upper bounds in seconds. */
const BOUNDS: readonly number[] = [0.005, 0.02, 0.1, 0.5, 2, 10, 60];

export function createHistogram(): Histogram {
  const counts = new Float64Array(BOUNDS.length);
  let count = 0;
  let sum = 0;
  return {
    observe: (seconds) => {
      count++;
      sum += seconds;
      BOUNDS.forEach((bound, i) => {
        if (seconds <= bound) counts[i]++;
      });
    },
    read: () => ({ upTo: BOUNDS.map((bound, i) => [bound, counts[i]]), count, sum }),
  };
}
