import {
  createOperations,
  type OperationChunk,
  type Operations,
  partitionOf,
  pickOperations,
  viewOperations,
  WITHDRAWN,
} from './operations.ts';

/** Operations of one rank whose receivers fall into one partition. */
export interface PartitionChunk extends OperationChunk {
  readonly partition: number;
  readonly firstStart: number;
}

/** Leaves out what was withdrawn; a block that stays whole is not copied. */
export function splitByPartition(chunk: OperationChunk, ranks: number, partitions: number): PartitionChunk[] {
  const block = viewOperations(chunk.buffer);
  const own = chunk.kind === 'receive' ? partitionOf(chunk.rank, ranks, partitions) : -1;
  const { rows, ends } = orderByPartition(block, chunk.rows, own, ranks, partitions);
  const parts: PartitionChunk[] = [];
  for (let partition = 0; partition < partitions; partition++) {
    const [from, to] = [ends[partition], ends[partition + 1]];
    if (from === to) continue;
    const whole = to - from === chunk.rows;
    const part = whole ? block : picked(block, rows.subarray(from, to));
    parts.push({ ...chunk, partition, firstStart: part.start[0], rows: to - from, buffer: part.buffer });
  }
  return parts;
}

function picked(block: Operations, rows: Uint32Array): Operations {
  const target = createOperations(rows.length);
  pickOperations(block, rows, target);
  return target;
}

/**
 * Rows still valid, partition after partition; those of partition p are rows[ends[p] .. ends[p + 1]). All are of the
 * partition `own` where that is not -1, else of that of their receiver.
 */
function orderByPartition(
  { dst, comm }: Operations,
  rows: number,
  own: number,
  ranks: number,
  partitions: number,
): { rows: Uint32Array; ends: Uint32Array } {
  const ends = new Uint32Array(partitions + 2);
  const partition = new Int16Array(rows);
  for (let row = 0; row < rows; row++) {
    if (comm[row] === WITHDRAWN) partition[row] = -1;
    else partition[row] = own >= 0 ? own : partitionOf(dst[row], ranks, partitions);
    ends[partition[row] + 2]++;
  }
  ends[1] = 0;
  for (let at = 2; at < ends.length; at++) ends[at] += ends[at - 1];
  const order = new Uint32Array(ends[partitions + 1]);
  for (let row = 0; row < rows; row++) {
    if (partition[row] >= 0) order[ends[partition[row] + 1]++] = row;
  }
  return { rows: order, ends };
}
