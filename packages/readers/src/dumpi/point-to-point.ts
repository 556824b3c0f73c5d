import { NONE } from '@weft/model';
import type { LocalCommunicators } from '../communicators/index.ts';
import type { RankOperations } from '../matching/index.ts';
import type { LostOperations } from './lost-operations.ts';
import { readI16, readI32 } from './read-values.ts';
import type { RecordStream } from './record-stream.ts';
import type { Volumes } from './volumes.ts';

/** MPI_ANY_SOURCE and MPI_ANY_TAG as the tracer writes them. */
const ANY = -1;

interface PointToPointParts {
  readonly comms: LocalCommunicators;
  readonly operations: RankOperations;
  readonly volumes: Volumes;
  readonly lost: LostOperations;
  /** Bytes sent by function. */
  readonly sent: Float64Array;
}

/** Turns the arguments of sends and receives into operations for the matcher. */
export class PointToPoint {
  private readonly parts: PointToPointParts;

  constructor(parts: PointToPointParts) {
    this.parts = parts;
  }

  /** The communicator a local id means now, -1 = unknown. */
  communicator(bytes: Uint8Array, at: number): number {
    return this.parts.comms.idOf(readI16(bytes, at));
  }

  volume(bytes: Uint8Array, at: number): number {
    return this.parts.volumes.moved(bytes, at);
  }

  room(bytes: Uint8Array, at: number): number {
    return this.parts.volumes.room(bytes, at);
  }

  /** count datatype dest tag comm, all at fixed places; the handle or -1 where there is no message. */
  send(stream: RecordStream, done: boolean): number {
    const { bytes, args: at } = stream;
    const dest = readI32(bytes, at + 6);
    const tag = readI32(bytes, at + 10);
    const comm = this.communicator(bytes, at + 14);
    return this.postSend(stream, this.volume(bytes, at), dest, tag, comm, done);
  }

  /** A send to a rank that cannot be told becomes a message without a receiver. */
  postSend(
    stream: RecordStream,
    volume: number,
    dest: number,
    tag: number,
    comm: number,
    done: boolean,
  ): number {
    const { comms, operations, lost, sent } = this.parts;
    if (dest < 0) {
      lost.sendsToProcNull++;
      return NONE;
    }
    sent[stream.id] += volume;
    const dst = comm < 0 ? NONE : comms.peer(comm, dest);
    if (dst < 0) {
      lost.sendsToUnknownRank++;
      lost.bytesToUnknownRank += volume;
    }
    return operations.postSend(dst, comm, tag, volume, stream.start, stream.stop, stream.id, done);
  }

  /** count datatype source tag comm. */
  receive(stream: RecordStream, done: boolean): number {
    const { bytes, args: at } = stream;
    const source = readI32(bytes, at + 6);
    const tag = readI32(bytes, at + 10);
    const comm = this.communicator(bytes, at + 14);
    return this.postReceive(stream, this.room(bytes, at), source, tag, comm, done);
  }

  /** The handle, or -1 where nothing is to be received. */
  postReceive(
    stream: RecordStream,
    room: number,
    source: number,
    tag: number,
    comm: number,
    done: boolean,
  ): number {
    const { comms, operations, lost } = this.parts;
    if (source < ANY) {
      lost.receivesFromProcNull++;
      return NONE;
    }
    const src = comm < 0 || source === ANY ? NONE : comms.peer(comm, source);
    if (comm < 0 || (source !== ANY && src < 0)) {
      lost.receivesOnUnknownCommunicator++;
      return NONE;
    }
    const anyTag = Math.max(tag, ANY);
    return operations.postReceive(src, comm, anyTag, room, stream.start, stream.stop, stream.id, done);
  }

  /** count datatype dest tag, count datatype source tag, comm; the handle of the receive. */
  sendReceive(stream: RecordStream): number {
    const { bytes, args: at } = stream;
    const comm = this.communicator(bytes, at + 28);
    const volume = this.volume(bytes, at);
    this.postSend(stream, volume, readI32(bytes, at + 6), readI32(bytes, at + 10), comm, true);
    const room = this.room(bytes, at + 14);
    return this.postReceive(stream, room, readI32(bytes, at + 20), readI32(bytes, at + 24), comm, true);
  }

  /** count datatype dest tag source tag comm. */
  sendReceiveReplace(stream: RecordStream): number {
    const { bytes, args: at } = stream;
    const comm = this.communicator(bytes, at + 22);
    const volume = this.volume(bytes, at);
    this.postSend(stream, volume, readI32(bytes, at + 6), readI32(bytes, at + 10), comm, true);
    return this.postReceive(stream, volume, readI32(bytes, at + 14), readI32(bytes, at + 18), comm, true);
  }
}
