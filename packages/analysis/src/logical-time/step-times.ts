/**
 * A time for each logical step: the mean of its messages' times, never before that of an earlier step.
 * Messages of one step then share one time, so phases are unions of whole steps, and steps that
 * imbalance has smeared over each other in physical time come apart.
 */
export function stepTimes(steps: Int32Array, times: Float64Array, count: number): Float64Array {
  const sums = new Float64Array(count);
  const counts = new Float64Array(count);
  for (let m = 0; m < steps.length; m++) {
    sums[steps[m]] += times[m];
    counts[steps[m]]++;
  }
  let latest = Number.NEGATIVE_INFINITY;
  return sums.map((sum, step) => {
    if (counts[step] > 0) latest = Math.max(latest, sum / counts[step]);
    return latest;
  });
}

interface Lateness {
  readonly step: Int32Array;
  readonly rank: Int32Array;
  readonly messages: Int32Array;
  /** When the rank sent its last message of the step, and how long after the first rank to do so. */
  readonly time: Float64Array;
  readonly lateness: Float64Array;
}

/** One entry per step and rank that sends in it, in that order. */
export function rankLateness(
  steps: Int32Array,
  src: Int32Array,
  sent: Float64Array,
  count: number,
  ranks: number,
): Lateness {
  const cells = new Map<number, { messages: number; time: number }>();
  for (let m = 0; m < steps.length; m++) {
    const key = steps[m] * ranks + src[m];
    const cell = cells.get(key);
    if (!cell) cells.set(key, { messages: 1, time: sent[m] });
    else {
      cell.messages++;
      cell.time = Math.max(cell.time, sent[m]);
    }
  }
  const keys = Float64Array.from(cells.keys()).sort();
  const entries = Array.from(keys, (key) => cells.get(key) as { messages: number; time: number });
  const step = Int32Array.from(keys, (key) => Math.floor(key / ranks));
  const first = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  entries.forEach(({ time }, at) => {
    first[step[at]] = Math.min(first[step[at]], time);
  });
  return {
    step,
    rank: Int32Array.from(keys, (key) => key % ranks),
    messages: Int32Array.from(entries, (cell) => cell.messages),
    time: Float64Array.from(entries, (cell) => cell.time),
    lateness: Float64Array.from(entries, (cell, at) => cell.time - first[step[at]]),
  };
}
