import { NONE } from '@weft/model';
import {
  copyOperations,
  createOperations,
  type OperationChunk,
  type OperationKind,
  type Operations,
  operationFlag,
  type PartitionPlan,
  WITHDRAWN,
} from './operations.ts';
import { splitByPartition } from './split-by-partition.ts';

/** Rows gathered before a block leaves. */
const BLOCK = 16_384;
/** Rows kept at most while the oldest is not completed. */
const MOST_OPEN = 1_048_576;

/**
 * The operations of one kind of one rank, posted in program order and completed later.
 * A block leaves when all its rows are completed, so that receives keep the order they were posted in.
 */
class OperationQueue {
  rows = 0;
  /** Handle of row 0. */
  base = 0;
  sequence = 0;
  block: Operations = createOperations(1024);
  done = new Uint8Array(1024);

  reserve(): number {
    if (this.rows === this.block.capacity) this.grow();
    return this.rows++;
  }

  private grow(): void {
    const block = createOperations(this.rows * 2);
    copyOperations(this.block, 0, this.rows, block, 0);
    const done = new Uint8Array(this.rows * 2);
    done.set(this.done);
    this.block = block;
    this.done = done;
  }

  /** Rows from the front that may leave. */
  finished(): number {
    if (this.rows >= MOST_OPEN) return this.rows;
    let row = 0;
    while (row < this.rows && this.done[row] === 1) row++;
    return row;
  }

  /** Of the first rows, those whose completion never came; how many they are. */
  markOpenEnded(rows: number): number {
    let count = 0;
    for (let row = 0; row < rows; row++) {
      if (this.done[row] !== 0) continue;
      this.block.flags[row] |= operationFlag.endUnknown;
      count++;
    }
    return count;
  }

  /** Forgets the first rows. */
  drop(rows: number): void {
    copyOperations(this.block, rows, this.rows - rows, this.block, 0);
    this.done.copyWithin(0, rows, this.rows);
    this.rows -= rows;
    this.base += rows;
  }
}

/**
 * Collects the sends and receives of one rank in program order. `post*` returns a handle; an operation that
 * completes later (Isend, Irecv, a started persistent request) is completed through it.
 */
export class RankOperations {
  private readonly rank: number;
  private readonly plan: PartitionPlan;
  private readonly sends = new OperationQueue();
  private readonly receives = new OperationQueue();
  /** Receives withdrawn because they were cancelled. */
  cancelled = 0;
  cancelledSends = 0;
  /** Operations whose completion the trace does not show: the end is that of the posting call. */
  openEnded = 0;

  constructor(rank: number, plan: PartitionPlan) {
    this.rank = rank;
    this.plan = plan;
  }

  /** `end` = completion where `done`, else the end of the posting call. */
  postSend(
    dst: number,
    comm: number,
    tag: number,
    bytes: number,
    start: number,
    end: number,
    call: number,
    done: boolean,
  ): number {
    const queue = this.sends;
    const row = queue.reserve();
    fillRow(queue.block, row, this.rank, dst, comm, tag, bytes, start, end, call);
    queue.done[row] = done ? 1 : 0;
    return queue.base + row;
  }

  /** A one-sided transfer to (put) or from (get) a peer; it is a message by itself. */
  postTransfer(
    way: 'put' | 'get',
    peer: number,
    comm: number,
    bytes: number,
    start: number,
    end: number,
    call: number,
  ): void {
    const queue = this.sends;
    const row = queue.reserve();
    const [src, dst] = way === 'put' ? [this.rank, peer] : [peer, this.rank];
    fillRow(queue.block, row, src, dst, comm, NONE, bytes, start, end, call);
    queue.block.flags[row] = operationFlag[way];
    queue.done[row] = 1;
  }

  completeSend(handle: number, end: number): void {
    const row = handle - this.sends.base;
    if (row < 0) return;
    this.sends.block.end[row] = end;
    this.sends.done[row] = 1;
  }

  postReceive(
    src: number,
    comm: number,
    tag: number,
    bytes: number,
    start: number,
    end: number,
    call: number,
    done: boolean,
  ): number {
    const queue = this.receives;
    const row = queue.reserve();
    fillRow(queue.block, row, src, this.rank, comm, tag, bytes, start, end, call);
    queue.done[row] = done ? 1 : 0;
    return queue.base + row;
  }

  /** A receive that completed; what it left open (source, tag) is filled in where the status says it, else null. */
  completeReceive(handle: number, end: number, src: number | null, tag: number | null): void {
    const { block, done, base } = this.receives;
    const row = handle - base;
    if (row < 0) return;
    block.end[row] = end;
    if (src !== null && block.src[row] < 0) block.src[row] = src;
    if (tag !== null && block.tag[row] < 0) block.tag[row] = tag;
    block.flags[row] = 0;
    done[row] = 1;
  }

  /** A posted receive of which only the completion says what was received. */
  resolveReceive(handle: number, src: number, comm: number, tag: number, bytes: number, end: number): void {
    const { block, done, base } = this.receives;
    const row = handle - base;
    if (row < 0) return;
    block.src[row] = src;
    block.comm[row] = comm;
    block.tag[row] = tag;
    block.bytes[row] = bytes;
    block.end[row] = end;
    done[row] = 1;
  }

  hasAnySource(handle: number): boolean {
    const row = handle - this.receives.base;
    return row >= 0 && this.receives.block.src[row] < 0;
  }

  hasAnyTag(handle: number): boolean {
    const row = handle - this.receives.base;
    return row >= 0 && this.receives.block.tag[row] < 0;
  }

  /** Communicator of a posted receive: its status counts ranks in it. -1 when it has left already. */
  receiveComm(handle: number): number {
    const row = handle - this.receives.base;
    return row < 0 ? -1 : this.receives.block.comm[row];
  }

  /** A receive that never took place. */
  cancelReceive(handle: number): void {
    if (this.withdrawReceive(handle)) this.cancelled++;
  }

  /** Takes a receive out again. */
  withdrawReceive(handle: number): boolean {
    const row = handle - this.receives.base;
    if (row < 0) return false;
    this.receives.block.comm[row] = WITHDRAWN;
    this.receives.done[row] = 1;
    return true;
  }

  /** A send that never took place. */
  cancelSend(handle: number): void {
    const row = handle - this.sends.base;
    if (row < 0) return;
    this.sends.block.comm[row] = WITHDRAWN;
    this.sends.done[row] = 1;
    this.cancelledSends++;
  }

  /** Its request was freed or its id given away: the end stays that of the posting call. */
  abandon(kind: OperationKind, handle: number): void {
    const queue = kind === 'send' ? this.sends : this.receives;
    const row = handle - queue.base;
    if (row < 0 || queue.done[row] === 1) return;
    queue.done[row] = 1;
    queue.block.flags[row] |= operationFlag.endUnknown;
    this.openEnded++;
  }

  suspectReceive(handle: number): void {
    const row = handle - this.receives.base;
    if (row >= 0) this.receives.block.flags[row] |= operationFlag.maybeCancelled;
  }

  /** Blocks ready to leave; all of them at the end of the file. */
  take(all: boolean): OperationChunk[] {
    return [...this.takeFrom('send', this.sends, all), ...this.takeFrom('receive', this.receives, all)];
  }

  private takeFrom(kind: OperationKind, queue: OperationQueue, all: boolean): OperationChunk[] {
    if (!all && queue.rows < BLOCK) return [];
    const rows = all ? queue.rows : queue.finished();
    if (rows === 0 || (!all && rows < BLOCK / 4)) return [];
    this.openEnded += queue.markOpenEnded(rows);
    const origin = { kind, rank: this.rank, sequence: queue.sequence++ };
    const chunks = splitByPartition(queue.block, rows, origin, this.plan);
    queue.drop(rows);
    return chunks;
  }
}

function fillRow(
  block: Operations,
  row: number,
  src: number,
  dst: number,
  comm: number,
  tag: number,
  bytes: number,
  start: number,
  end: number,
  call: number,
): void {
  block.src[row] = src;
  block.dst[row] = dst;
  block.comm[row] = comm;
  block.tag[row] = tag;
  block.bytes[row] = bytes;
  block.start[row] = start;
  block.end[row] = end;
  block.call[row] = call;
  block.flags[row] = 0;
}
