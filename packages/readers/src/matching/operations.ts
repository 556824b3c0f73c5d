import { gatherNarrow, gatherWide } from '../gather-rows.ts';

/**
 * Point-to-point operations of any trace format as columns in one piece of memory that threads share, so that a block
 * of them crosses threads without a copy and goes to a spill file as it is.
 */
export interface Operations {
  readonly buffer: ArrayBufferLike;
  readonly capacity: number;
  /** Call entered and operation completed, nanoseconds. */
  readonly start: Float64Array;
  readonly end: Float64Array;
  readonly bytes: Float64Array;
  /** World ranks; src of a receive is -1 where no status says who sent. */
  readonly src: Int32Array;
  readonly dst: Int32Array;
  /** Id in the communicators table. */
  readonly comm: Int32Array;
  /** -1 in a receive: any tag, and no status says which. */
  readonly tag: Int32Array;
  /** Code of the call's name. */
  readonly call: Int32Array;
  readonly flags: Int32Array;
}

const OPERATION_BYTES = 48;

export const operationFlag = {
  /** The program asked to cancel it and nothing recorded says whether that came through. */
  maybeCancelled: 1,
  /** No completion is recorded: `end` is that of the call that started it. */
  endUnknown: 2,
  /** A one-sided transfer by the sender, or by the receiver: the other half is never posted. */
  put: 4,
  get: 8,
} as const;

/** In `comm`: a send or receive that was taken back. */
export const WITHDRAWN = -2147483648;

export function createOperations(capacity: number): Operations {
  return viewOperations(new SharedArrayBuffer(capacity * OPERATION_BYTES));
}

export function viewOperations(buffer: ArrayBufferLike): Operations {
  const capacity = buffer.byteLength / OPERATION_BYTES;
  const wide = (index: number) => new Float64Array(buffer, index * 8 * capacity, capacity);
  const narrow = (index: number) => new Int32Array(buffer, 24 * capacity + index * 4 * capacity, capacity);
  return {
    buffer,
    capacity,
    start: wide(0),
    end: wide(1),
    bytes: wide(2),
    src: narrow(0),
    dst: narrow(1),
    comm: narrow(2),
    tag: narrow(3),
    call: narrow(4),
    flags: narrow(5),
  };
}

const columnNames = ['start', 'end', 'bytes', 'src', 'dst', 'comm', 'tag', 'call', 'flags'] as const;

/** Copies rows [from, from + rows) to row `at` of another block. */
export function copyOperations(
  source: Operations,
  from: number,
  rows: number,
  target: Operations,
  at: number,
): void {
  for (const name of columnNames) target[name].set(source[name].subarray(from, from + rows), at);
}

export function copyOperation(source: Operations, from: number, target: Operations, at: number): void {
  target.start[at] = source.start[from];
  target.end[at] = source.end[from];
  target.bytes[at] = source.bytes[from];
  target.src[at] = source.src[from];
  target.dst[at] = source.dst[from];
  target.comm[at] = source.comm[from];
  target.tag[at] = source.tag[from];
  target.call[at] = source.call[from];
  target.flags[at] = source.flags[from];
}

/** Copies the named rows, in their order, to the beginning of another block. */
export function pickOperations(source: Operations, rows: Uint32Array, target: Operations): void {
  gatherWide(source.start, rows, target.start);
  gatherWide(source.end, rows, target.end);
  gatherWide(source.bytes, rows, target.bytes);
  gatherNarrow(source.src, rows, target.src);
  gatherNarrow(source.dst, rows, target.dst);
  gatherNarrow(source.comm, rows, target.comm);
  gatherNarrow(source.tag, rows, target.tag);
  gatherNarrow(source.call, rows, target.call);
  gatherNarrow(source.flags, rows, target.flags);
}

export type OperationKind = 'send' | 'receive';

/** Operations of one rank whose receivers are of one partition, on their way to the matcher; `buffer` is full. */
export interface OperationChunk {
  readonly kind: OperationKind;
  /** The rank whose file it comes from, and the number of the block in that file. */
  readonly rank: number;
  readonly sequence: number;
  readonly partition: number;
  readonly firstStart: number;
  readonly rows: number;
  readonly buffer: ArrayBufferLike;
}

/** Receivers are cut into blocks of neighbouring ranks that are matched apart. */
export interface PartitionPlan {
  readonly ranks: number;
  readonly partitions: number;
}

/** Message ids have room for 4096, and the last one is for messages of expanded collectives. */
const MOST_PARTITIONS = 4094;
const PARTITION_BYTES = 24e6;

/** The number of partitions depends on the input alone, not on threads. */
export function planPartitions(worldSize: number, inputBytes: number): PartitionPlan {
  const ranks = Math.max(1, worldSize);
  const wanted = Math.max(4, Math.ceil(inputBytes / PARTITION_BYTES));
  return { ranks, partitions: Math.min(ranks, MOST_PARTITIONS, wanted) };
}

/** Where the operations of a receiver go; an unknown one (-1) counts as the first. */
export function partitionOf(rank: number, { ranks, partitions }: PartitionPlan): number {
  return Math.max(0, Math.floor((rank * partitions) / ranks));
}
