import { NONE } from '@weft/model';
import type { LocalCommunicators } from '../communicators/index.ts';
import type { RankOperations } from '../matching/index.ts';
import type { LostOperations } from './lost-operations.ts';
import type { PointToPoint } from './point-to-point.ts';
import { arrayEnd, readI32 } from './read-values.ts';
import { recordKind } from './record-kinds.ts';
import { STATUS_BYTES } from './record-layout.ts';
import type { RecordStream } from './record-stream.ts';
import { RequestSlots, requestKind } from './request-slots.ts';

/** Arguments of a persistent request, kept until it is freed. */
interface Persistent {
  readonly peer: number;
  readonly tag: number;
  readonly comm: number;
  readonly volume: number;
}

/** Follows requests from the call that made them to the one that completes them. */
export class RequestTracker {
  private readonly table = new RequestSlots();
  private readonly persistent = new Map<number, Persistent>();
  private readonly operations: RankOperations;
  private readonly comms: LocalCommunicators;
  private readonly messages: PointToPoint;
  private readonly lost: LostOperations;

  constructor(
    operations: RankOperations,
    comms: LocalCommunicators,
    messages: PointToPoint,
    lost: LostOperations,
  ) {
    this.operations = operations;
    this.comms = comms;
    this.messages = messages;
    this.lost = lost;
  }

  track(kind: 'send' | 'receive', request: number, handle: number): void {
    const { table } = this;
    const slot = table.slot(request);
    this.abandon(slot);
    if (handle === NONE) table.clear(slot);
    else table.set(slot, kind === 'send' ? requestKind.send : requestKind.receive, handle);
  }

  handle(stream: RecordStream, kind: number): void {
    const { bytes, args } = stream;
    switch (kind) {
      case recordKind.wait:
        this.complete(stream, readI32(bytes, args), args + 4, 0);
        return;
      case recordKind.test:
        if (readI32(bytes, args + 4) !== 0) this.complete(stream, readI32(bytes, args), args + 8, 0);
        return;
      case recordKind.waitAny:
      case recordKind.testAny:
        this.completeAny(stream, kind === recordKind.testAny);
        return;
      case recordKind.waitAll:
      case recordKind.testAll:
        this.completeAll(stream, kind === recordKind.testAll);
        return;
      case recordKind.someDone:
        this.completeSome(stream);
        return;
      case recordKind.sendInit:
      case recordKind.receiveInit:
        this.initialise(stream, kind === recordKind.sendInit);
        return;
      case recordKind.start:
        this.start(stream, readI32(bytes, args));
        return;
      case recordKind.startAll:
        for (let i = readI32(bytes, args + 4), at = args + 8; i > 0; i--, at += 4) {
          this.start(stream, readI32(bytes, at));
        }
        return;
      case recordKind.requestFree:
        this.free(readI32(bytes, args));
        return;
      case recordKind.cancel:
        this.cancel(readI32(bytes, args));
        return;
    }
  }

  /**
   * Completes a receive with the status at its place in the list at `statusAt`, where statuses are stored.
   * A status whose source is negative answers a receive from MPI_PROC_NULL.
   */
  completeReceive(
    stream: RecordStream,
    handle: number,
    statusAt: number,
    index: number,
    suspect: boolean,
  ): void {
    const { operations, comms } = this;
    const { bytes } = stream;
    if ((stream.mask & 3) === 0 || statusAt < 0 || index >= readI32(bytes, statusAt)) {
      operations.completeReceive(handle, stream.stop, null, null);
      if (suspect) operations.suspectReceive(handle);
      return;
    }
    const status = statusAt + 4 + index * STATUS_BYTES;
    if (bytes[status + 8] !== 0) {
      operations.cancelReceive(handle);
      return;
    }
    const anySource = operations.hasAnySource(handle);
    if (!anySource && !operations.hasAnyTag(handle)) {
      operations.completeReceive(handle, stream.stop, null, null);
      return;
    }
    const source = readI32(bytes, status + 4);
    const tag = readI32(bytes, status + 10);
    if (source < 0 && anySource) {
      operations.withdrawReceive(handle);
      this.lost.receivesFromProcNull++;
      return;
    }
    const src = comms.peer(operations.receiveComm(handle), source);
    operations.completeReceive(handle, stream.stop, src < 0 ? null : src, tag < 0 ? null : tag);
  }

  private complete(stream: RecordStream, request: number, statusAt: number, index: number): void {
    const { table, operations } = this;
    const slot = table.slot(request);
    const kind = table.kind(slot);
    const handle = table.handle(slot);
    if (kind === requestKind.none || handle === NONE) return;
    const cancelAsked = table.cancelAsked(slot);
    const persistent = kind >= requestKind.persistentSend;
    if (kind === requestKind.send || kind === requestKind.persistentSend) {
      if (cancelAsked && this.saysCancelled(stream, statusAt, index)) operations.cancelSend(handle);
      else operations.completeSend(handle, stream.stop);
    } else this.completeReceive(stream, handle, statusAt, index, cancelAsked);
    if (persistent) table.set(slot, kind, NONE);
    else table.clear(slot);
  }

  private saysCancelled(stream: RecordStream, statusAt: number, index: number): boolean {
    const { bytes } = stream;
    if ((stream.mask & 3) === 0 || index >= readI32(bytes, statusAt)) return false;
    return bytes[statusAt + 4 + index * STATUS_BYTES + 8] !== 0;
  }

  /** count requests[] index [flag] status. */
  private completeAny(stream: RecordStream, hasFlag: boolean): void {
    const { bytes, args } = stream;
    const list = args + 4;
    const at = arrayEnd(bytes, list, 4);
    const index = readI32(bytes, at);
    if (index < 0 || index >= readI32(bytes, list)) return;
    if (hasFlag && readI32(bytes, at + 4) === 0) return;
    this.complete(stream, readI32(bytes, list + 4 + index * 4), at + (hasFlag ? 8 : 4), 0);
  }

  /** count requests[] [flag] statuses. */
  private completeAll(stream: RecordStream, hasFlag: boolean): void {
    const { bytes, args } = stream;
    const list = args + 4;
    const count = readI32(bytes, list);
    const at = list + 4 + count * 4;
    if (hasFlag && readI32(bytes, at) === 0) return;
    const statuses = hasFlag ? at + 4 : at;
    for (let i = 0; i < count; i++) this.complete(stream, readI32(bytes, list + 4 + i * 4), statuses, i);
  }

  /** count requests[] outcount indices[] statuses. */
  private completeSome(stream: RecordStream): void {
    const { bytes, args } = stream;
    const list = args + 4;
    const count = readI32(bytes, list);
    const indices = list + 4 + count * 4 + 4;
    const done = readI32(bytes, indices);
    const statuses = indices + 4 + done * 4;
    for (let i = 0; i < done; i++) {
      const index = readI32(bytes, indices + 4 + i * 4);
      if (index >= 0 && index < count)
        this.complete(stream, readI32(bytes, list + 4 + index * 4), statuses, i);
    }
  }

  /** count datatype peer tag comm request. */
  private initialise(stream: RecordStream, isSend: boolean): void {
    const { messages } = this;
    const { bytes, args } = stream;
    const slot = this.table.slot(readI32(bytes, args + 16));
    this.abandon(slot);
    this.persistent.set(slot, {
      peer: readI32(bytes, args + 6),
      tag: readI32(bytes, args + 10),
      comm: messages.communicator(bytes, args + 14),
      volume: isSend ? messages.volume(bytes, args) : messages.room(bytes, args),
    });
    this.table.set(slot, isSend ? requestKind.persistentSend : requestKind.persistentReceive, NONE);
  }

  private start(stream: RecordStream, request: number): void {
    const { table, messages } = this;
    const slot = table.slot(request);
    const kind = table.kind(slot);
    const saved = this.persistent.get(slot);
    if (kind < requestKind.persistentSend || !saved) return;
    this.abandonActive(slot, kind);
    const { peer, tag, comm, volume } = saved;
    const handle =
      kind === requestKind.persistentSend
        ? messages.postSend(stream, volume, peer, tag, comm, false)
        : messages.postReceive(stream, volume, peer, tag, comm, false);
    table.set(slot, kind, handle);
  }

  private free(request: number): void {
    const slot = this.table.slot(request);
    this.abandon(slot);
    this.table.clear(slot);
    this.persistent.delete(slot);
  }

  private cancel(request: number): void {
    const { table, operations } = this;
    const slot = table.slot(request);
    table.askCancel(slot);
    const kind = table.kind(slot);
    const isReceive = kind === requestKind.receive || kind === requestKind.persistentReceive;
    if (isReceive && table.handle(slot) !== NONE) operations.suspectReceive(table.handle(slot));
  }

  /** The id is given to a new request: the trace shows no completion of the old one. */
  private abandon(slot: number): void {
    const kind = this.table.kind(slot);
    if (kind === requestKind.none) return;
    this.abandonActive(slot, kind);
    this.persistent.delete(slot);
  }

  private abandonActive(slot: number, kind: number): void {
    const handle = this.table.handle(slot);
    if (handle === NONE) return;
    const isSend = kind === requestKind.send || kind === requestKind.persistentSend;
    this.operations.abandon(isSend ? 'send' : 'receive', handle);
  }
}
