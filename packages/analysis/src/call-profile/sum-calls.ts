/** Time, number and bytes of calls, one entry per rank and call name. */
interface CallEntries {
  readonly rank: Int32Array;
  /** Index of the call's name. */
  readonly call: Int32Array;
  readonly count: Float64Array;
  readonly bytes: Float64Array;
  readonly time: Float64Array;
}

interface CallSums {
  readonly count: Float64Array;
  readonly bytes: Float64Array;
  readonly time: Float64Array;
}

/** Sums per key, e.g. per call or per rank. */
export function sumBy(entries: CallEntries, keys: Int32Array, size: number): CallSums {
  const sums = { count: new Float64Array(size), bytes: new Float64Array(size), time: new Float64Array(size) };
  for (let e = 0; e < keys.length; e++) {
    sums.count[keys[e]] += entries.count[e];
    sums.bytes[keys[e]] += entries.bytes[e];
    sums.time[keys[e]] += entries.time[e];
  }
  return sums;
}

/** How unevenly time is spread over the ranks. */
interface CallImbalance {
  readonly max: Float64Array;
  /** Rank with the most time; the lowest among equals. */
  readonly maxRank: Int32Array;
  /** Most over mean over all ranks; 1 = even, 0 where no time was spent. */
  readonly ratio: Float64Array;
}

/** How unevenly the time of each call is spread over the ranks; a rank without the call counts as 0. */
export function imbalanceOfCalls(entries: CallEntries, calls: number, ranks: number): CallImbalance {
  const table = new Float64Array(calls * ranks);
  for (let e = 0; e < entries.rank.length; e++) {
    table[entries.call[e] * ranks + entries.rank[e]] += entries.time[e];
  }
  const max = new Float64Array(calls);
  const maxRank = new Int32Array(calls);
  const ratio = new Float64Array(calls);
  for (let call = 0; call < calls; call++) {
    const row = table.subarray(call * ranks, (call + 1) * ranks);
    ratio[call] = mostOverMean(row);
    row.forEach((time, rank) => {
      if (time > max[call]) {
        max[call] = time;
        maxRank[call] = rank;
      }
    });
  }
  return { max, maxRank, ratio };
}

/** Most over mean; 0 where everything is 0. */
export function mostOverMean(values: Float64Array): number {
  let sum = 0;
  let most = 0;
  for (const value of values) {
    sum += value;
    if (value > most) most = value;
  }
  return sum > 0 ? (most * values.length) / sum : 0;
}
