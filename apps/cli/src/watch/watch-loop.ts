import type { CounterSample } from '@weft/fabric';
import type { SourceFile } from '@weft/readers';

/** A reading of the counters: what a sampler printed, and when. */
export interface Reading {
  readonly file: SourceFile;
  /** Unix seconds. */
  readonly time: number;
}

interface WatchWork {
  /** Readings since the last call. */
  sample(signal: AbortSignal): Promise<readonly Reading[]>;
  read(file: SourceFile, time: number): Promise<CounterSample>;
  append(rows: CounterSample['rows'], facts: CounterSample['facts']): Promise<void>;
  /** Milliseconds. */
  now(): number;
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** A sample that could not be taken or read; the next one is tried. */
  onFailure(error: unknown): void;
  onSample(samples: number, rows: number): void;
}

/** Takes a sample each interval, by the clock, until the signal or the last of `samples`. A sample that takes longer than the interval leaves others out. */
export async function watchLoop(
  work: WatchWork,
  interval: number,
  samples: number,
  signal: AbortSignal,
): Promise<void> {
  const start = work.now();
  let taken = 0;
  while (!signal.aborted && taken < samples) {
    try {
      for (const { file, time } of await work.sample(signal)) {
        const { rows, facts } = await work.read(file, time);
        await work.append(rows, facts);
        work.onSample(
          ++taken,
          rows.reduce((sum, batch) => sum + batch.rows, 0),
        );
      }
    } catch (error) {
      if (signal.aborted) return;
      work.onFailure(error);
    }
    const passed = Math.floor((work.now() - start) / interval) + 1;
    if (taken < samples) await work.sleep(start + passed * interval - work.now(), signal);
  }
}
