import { type Batch, type calls, NONE } from '@weft/model';

/** Builds the calls table from per-rank totals by call code. */
export function callRows(job: number, names: readonly string[]) {
  const rank: number[] = [];
  const call: number[] = [];
  const count: number[] = [];
  const bytes: number[] = [];
  const time: number[] = [];
  const cpu: number[] = [];
  return {
    addRank(
      of: number,
      counts: ArrayLike<number>,
      volumes: ArrayLike<number>,
      times: ArrayLike<number>,
      cpuTimes: ArrayLike<number> | null = null,
    ): void {
      for (let code = 0; code < counts.length; code++) {
        if (counts[code] === 0) continue;
        rank.push(of);
        call.push(code);
        count.push(counts[code]);
        bytes.push(volumes[code]);
        time.push(times[code]);
        cpu.push(cpuTimes && !Number.isNaN(cpuTimes[code]) ? cpuTimes[code] : NONE);
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
          cpu: Float64Array.from(cpu),
        },
      };
    },
  };
}
