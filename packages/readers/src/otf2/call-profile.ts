import type { Batch, calls } from '@weft/model';

/** Count, bytes sent and time of each call of one rank. */
export class CallProfile {
  readonly count: Float64Array;
  readonly bytes: Float64Array;
  readonly time: Float64Array;

  constructor(callCount: number) {
    this.count = new Float64Array(callCount);
    this.bytes = new Float64Array(callCount);
    this.time = new Float64Array(callCount);
  }

  batch(job: number, rank: number, callNames: readonly string[]): Batch<typeof calls> {
    const used = Int32Array.from(this.count.keys()).filter(
      (call) => this.count[call] > 0 || this.bytes[call] > 0,
    );
    const pick = (column: Float64Array) =>
      Float64Array.from(used, (call) => Math.min(column[call], Number.MAX_SAFE_INTEGER));
    return {
      rows: used.length,
      columns: {
        job: new Int32Array(used.length).fill(job),
        rank: new Int32Array(used.length).fill(rank),
        call: { codes: used, dictionary: callNames },
        count: pick(this.count),
        bytes: pick(this.bytes),
        time: pick(this.time),
      },
    };
  }
}
