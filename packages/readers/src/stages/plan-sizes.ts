import type { StageName } from '../stage-runner.ts';

/** Of all tasks of a stage together: each leaves parts of its own, and a manifest names them all. */
const MOST_THREADS = 4096;
/**
 * Input that pays for a thread, by stage: each compiles its code anew, for half a second of its core. What is matched is
 * packed to a fifth of the trace.
 */
const bytesOfThread: Readonly<Record<StageName, number>> = { decode: 300e6, match: 100e6 };
/** A trace of so much fills some ten thousand parts of the usual size. */
const USUAL_PARTS_BYTES = 100e9;

export interface StageSizes {
  readonly sliceBytes: number;
  readonly threadBytes: Readonly<Record<StageName, number>>;
  /** How many times as large as usual parts are. */
  readonly partGrowth: number;
}

/** What a task, a thread and a part hold: more where the trace is large, so that there are not too many of them. */
export function planSizes(inputBytes: number, leastSlice: number): StageSizes {
  const growth = Math.max(1, inputBytes / (MOST_THREADS * bytesOfThread.decode));
  return {
    sliceBytes: Math.max(leastSlice, inputBytes / MOST_THREADS),
    threadBytes: { decode: bytesOfThread.decode * growth, match: bytesOfThread.match * growth },
    partGrowth: Math.max(1, Math.ceil(inputBytes / USUAL_PARTS_BYTES)),
  };
}
