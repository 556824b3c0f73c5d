import {
  copyOperations,
  createOperations,
  type OperationChunk,
  type Operations,
  type PartitionPlan,
  partitionOf,
  pickOperations,
  WITHDRAWN,
} from './operations.ts';

/** Copies the first rows of a block into chunks, one for each partition; leaves out what was withdrawn. */
export function splitByPartition(
  block: Operations,
  rows: number,
  origin: Pick<OperationChunk, 'kind' | 'rank' | 'sequence'>,
  plan: PartitionPlan,
): OperationChunk[] {
  const own = origin.kind === 'receive' ? partitionOf(origin.rank, plan) : -1;
  const { order, ends } = orderByPartition(block, rows, own, plan);
  const chunks: OperationChunk[] = [];
  for (let partition = 0; partition < plan.partitions; partition++) {
    const picked = order.subarray(ends[partition], ends[partition + 1]);
    if (picked.length === 0) continue;
    const part = copyRows(block, rows, picked);
    chunks.push({
      ...origin,
      partition,
      firstStart: part.start[0],
      rows: picked.length,
      buffer: part.buffer,
    });
  }
  return chunks;
}

function copyRows(block: Operations, rows: number, picked: Uint32Array): Operations {
  const target = createOperations(picked.length);
  if (picked.length === rows) copyOperations(block, 0, rows, target, 0);
  else pickOperations(block, picked, target);
  return target;
}

/**
 * Rows still valid, partition after partition; those of partition p are order[ends[p] .. ends[p + 1]). All are of the
 * partition `own` where that is not -1, else of that of their receiver.
 */
function orderByPartition(
  { dst, comm }: Operations,
  rows: number,
  own: number,
  plan: PartitionPlan,
): { order: Uint32Array; ends: Uint32Array } {
  const partition = new Int16Array(rows);
  const ends = new Uint32Array(plan.partitions + 2);
  if (own < 0) findPartitions(dst, plan, partition);
  else partition.fill(own);
  leaveOutWithdrawn(comm, partition);
  countRows(partition, ends);
  sumUp(ends);
  const order = new Uint32Array(ends[plan.partitions + 1]);
  placeRows(partition, ends, order);
  return { order, ends };
}

// Each loop has a function of its own: V8 compiles long loops again and again where other code follows them.

function findPartitions(dst: Int32Array, plan: PartitionPlan, partition: Int16Array): void {
  for (let row = 0; row < partition.length; row++) partition[row] = partitionOf(dst[row], plan);
}

function leaveOutWithdrawn(comm: Int32Array, partition: Int16Array): void {
  for (let row = 0; row < partition.length; row++) if (comm[row] === WITHDRAWN) partition[row] = -1;
}

function countRows(partition: Int16Array, ends: Uint32Array): void {
  for (let row = 0; row < partition.length; row++) ends[partition[row] + 2]++;
}

/** Turns counts into ends[p + 1], where the rows of partition p begin. */
function sumUp(ends: Uint32Array): void {
  ends[1] = 0;
  for (let at = 2; at < ends.length; at++) ends[at] += ends[at - 1];
}

/** Moves ends[p + 1] to where the rows of partition p end. */
function placeRows(partition: Int16Array, ends: Uint32Array, order: Uint32Array): void {
  for (let row = 0; row < partition.length; row++) {
    if (partition[row] >= 0) order[ends[partition[row] + 1]++] = row;
  }
}
