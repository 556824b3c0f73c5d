import type { Batch, calls } from '@weft/model';

/** Builds the calls table from per-rank totals by call code. */
export function callRows(job: number, names: readonly string[]) {
  const rank: number[] = [];
  const call: number[] = [];
  const count: number[] = [];
  const bytes: number[] = [];
  const time: number[] = [];
  return {
    addRank(
      of: number,
      counts: ArrayLike<number>,
      volumes: ArrayLike<number>,
      times: ArrayLike<number>,
    ): void {
      for (let code = 0; code < counts.length; code++) {
        if (counts[code] === 0) continue;
        rank.push(of);
        call.push(code);
        count.push(counts[code]);
        bytes.push(volumes[code]);
        time.push(times[code]);
      }
    },
    batch(): Batch<typeof calls> {
      return {
        rows: rank.length,
        columns: {
          job: new Int32Array(rank.length).fill(job),
          rank: Int32Array.from(rank),
          call: { codes: Int32Array.from(call), dictionary: names },
          count: Float64Array.from(count),
          bytes: Float64Array.from(bytes),
          time: Float64Array.from(time),
        },
      };
    },
  };
}
