import type { Batch, collectiveParts } from '@weft/model';

type PartBatch = Batch<typeof collectiveParts>;
type PartOf = (from: number, to: number) => number;

/** How many parts tell all of an operation of p members, by call; calls that are not named have equal parts. */
const completeParts: Readonly<Record<string, (p: number) => number>> = {
  scatterv: (p) => p - 1,
  allgatherv: (p) => p,
  alltoallv: (p) => p * p,
  alltoallw: (p) => p * p,
  reduce_scatter: (p) => p * p,
};

/** Keeps the parts of collectives by operation. */
export class RecordedParts {
  private readonly operations = new Map<string, [PartBatch, number][]>();

  keep(batch: PartBatch): void {
    const { job, comm, seq } = batch.columns;
    for (let row = 0; row < batch.rows; row++) {
      const key = `${job[row]} ${comm[row]} ${seq[row]}`;
      const list = this.operations.get(key);
      if (list) list.push([batch, row]);
      else this.operations.set(key, [[batch, row]]);
    }
  }

  /** The bytes between members of an operation; null where the trace does not tell all of them. */
  of(operation: string, call: string, members: readonly number[]): PartOf | null {
    const rows = this.operations.get(operation) ?? [];
    if (!hasOwnCounts(call) || rows.length !== completeParts[kindOf(call)](members.length)) return null;
    const index = new Map(members.map((rank, i) => [rank, i]));
    const bytes = new Map<number, number>();
    for (const [{ columns }, row] of rows) {
      const from = index.get(columns.src[row]) ?? 0;
      const to = index.get(columns.dst[row]) ?? 0;
      bytes.set(from * members.length + to, columns.bytes[row]);
    }
    return (from, to) => bytes.get(from * members.length + to) ?? 0;
  }
}

/** Whether the parts of a call may differ. */
function hasOwnCounts(call: string): boolean {
  return kindOf(call) in completeParts;
}

/** Whether a call without recorded parts has them taken as equal; in Allgatherv each rank's bytes are its part. */
export function isSplitEvenly(call: string): boolean {
  return hasOwnCounts(call) && kindOf(call) !== 'allgatherv';
}

function kindOf(call: string): string {
  return call.replace(/^MPI_I?/i, '').toLowerCase();
}
