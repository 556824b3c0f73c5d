import { type Batch, type calls, noTimes, type regions } from '@weft/model';
import type { CallPlan } from './call-plan.ts';

/** Count, bytes sent and time of each call and region of one rank. */
export class CallProfile {
  readonly count: Float64Array;
  readonly bytes: Float64Array;
  readonly time: Float64Array;

  constructor(callCount: number) {
    this.count = new Float64Array(callCount);
    this.bytes = new Float64Array(callCount);
    this.time = new Float64Array(callCount);
  }

  /** Calls of MPI, and copies to and from devices. */
  calls(job: number, rank: number, { callNames, mpiCalls }: CallPlan): Batch<typeof calls> {
    const used = this.used(0, mpiCalls + 1);
    return {
      rows: used.length,
      columns: {
        job: new Int32Array(used.length).fill(job),
        rank: new Int32Array(used.length).fill(rank),
        call: { codes: used, dictionary: callNames },
        count: pick(this.count, used),
        bytes: pick(this.bytes, used),
        time: pick(this.time, used),
        cpu: noTimes(used.length),
      },
    };
  }

  /** Everything but calls of MPI. */
  regions(job: number, rank: number, plan: CallPlan): Batch<typeof regions> {
    const used = this.used(plan.mpiCalls, this.count.length);
    return {
      rows: used.length,
      columns: {
        job: new Int32Array(used.length).fill(job),
        rank: new Int32Array(used.length).fill(rank),
        region: { codes: used, dictionary: plan.callNames },
        kind: { codes: used.map((call) => plan.callKinds[call]), dictionary: plan.kindNames },
        count: pick(this.count, used),
        time: pick(this.time, used),
      },
    };
  }

  private used(from: number, to: number): Int32Array {
    const codes = Int32Array.from({ length: to - from }, (_, at) => from + at);
    return codes.filter((call) => this.count[call] > 0 || this.bytes[call] > 0);
  }
}

function pick(column: Float64Array, used: Int32Array): Float64Array {
  return Float64Array.from(used, (call) => Math.min(column[call], Number.MAX_SAFE_INTEGER));
}
