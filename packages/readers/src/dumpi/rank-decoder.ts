import { NONE } from '@weft/model';
import type { LocalCommunicators } from '../communicators/index.ts';
import type { RankOperations } from '../matching/index.ts';
import {
  BCAST,
  type CollectiveFacts,
  collectiveReaders,
  givenByRoot,
  givenToRoot,
} from './collective-calls.ts';
import type { CollectiveRows } from './collective-rows.ts';
import { createdCommunicator } from './creation-events.ts';
import type { DatatypeSizes } from './datatype-sizes.ts';
import { readI16, readI32 } from './read-values.ts';
import { recordKind, recordKinds } from './record-kinds.ts';
import { FUNCTION_COUNT } from './record-layout.ts';
import type { RecordStream } from './record-stream.ts';
import { RequestTracker } from './request-tracker.ts';

/** MPI_ANY_SOURCE and MPI_ANY_TAG as the tracer writes them. */
const ANY = -1;

/** MPI_ROOT is -4 in Open MPI and -3 in MPICH; MPI_PROC_NULL is -2 and -1. */
const MPI_ROOT = -3;

/** A terabyte in one call comes from a damaged datatype. */
const MOST_BYTES = 2 ** 40;

/** Operations that became no row, by reason. */
export interface LostOperations {
  sendsToProcNull: number;
  receivesFromProcNull: number;
  sendsOnUnknownCommunicator: number;
  receivesOnUnknownCommunicator: number;
  collectivesOnUnknownCommunicator: number;
  unknownTypeSize: number;
  /** These did, with the size their datatype's id had before. */
  guessedTypeSize: number;
}

interface RankDecoderParts {
  readonly rank: number;
  readonly comms: LocalCommunicators;
  readonly sizes: DatatypeSizes;
  readonly operations: RankOperations;
  readonly collectives: CollectiveRows;
  /** Communicators made by this rank's creating calls, in order. */
  readonly created: Int32Array;
}

/** Turns the records of one rank into operations, collectives and a profile. */
export class RankDecoder {
  readonly counts = new Float64Array(FUNCTION_COUNT);
  readonly times = new Float64Array(FUNCTION_COUNT);
  readonly volumes = new Float64Array(FUNCTION_COUNT);
  readonly lost: LostOperations = {
    sendsToProcNull: 0,
    receivesFromProcNull: 0,
    sendsOnUnknownCommunicator: 0,
    receivesOnUnknownCommunicator: 0,
    collectivesOnUnknownCommunicator: 0,
    unknownTypeSize: 0,
    guessedTypeSize: 0,
  };
  private readonly parts: RankDecoderParts;
  private readonly requests: RequestTracker;
  private readonly facts: CollectiveFacts = { comm: 0, root: 0, bytes: 0 };
  private readonly peers: (comm: number) => number;
  private creations = 0;

  constructor(parts: RankDecoderParts) {
    this.parts = parts;
    this.requests = new RequestTracker(parts.operations, parts.comms, this.lost);
    this.peers = (local) => {
      const id = parts.comms.idOf(local);
      return id < 0 ? 1 : parts.comms.peers(id);
    };
  }

  handle(stream: RecordStream): void {
    const { id } = stream;
    this.counts[id]++;
    this.times[id] += stream.stop - stream.start;
    const kind = recordKinds[id];
    if (kind === recordKind.other) return;
    const { bytes, args } = stream;
    switch (kind) {
      case recordKind.send:
        this.send(stream, args, true);
        return;
      case recordKind.isend: {
        const handle = this.send(stream, args, false);
        this.requests.track('send', readI32(bytes, args + 16), handle);
        return;
      }
      case recordKind.receive:
        this.finishReceive(stream, this.receive(stream, args, true), args + 16);
        return;
      case recordKind.ireceive: {
        const handle = this.receive(stream, args, false);
        this.requests.track('receive', readI32(bytes, args + 16), handle);
        return;
      }
      case recordKind.sendrecv:
        this.sendReceive(stream, args);
        return;
      case recordKind.sendrecvReplace:
        this.sendReceiveReplace(stream, args);
        return;
      case recordKind.collective:
        this.collective(stream);
        return;
      case recordKind.makesType:
        this.parts.sizes.follow(stream);
        return;
      case recordKind.makesCommunicator:
        this.newCommunicator(stream);
        return;
      case recordKind.freesCommunicator:
        this.parts.comms.define(readI16(bytes, args), NONE);
        return;
      default:
        this.requests.handle(stream, kind, this);
    }
  }

  /** count datatype dest tag comm, all at fixed places; the handle or -1 where there is no message. */
  private send(stream: RecordStream, at: number, done: boolean): number {
    const { bytes } = stream;
    return this.postSend(
      stream,
      this.volume(bytes, at),
      readI32(bytes, at + 6),
      readI32(bytes, at + 10),
      this.communicator(bytes, at + 14),
      done,
    );
  }

  /** The communicator a local id means now, -1 = unknown. */
  communicator(bytes: Uint8Array, at: number): number {
    return this.parts.comms.idOf(readI16(bytes, at));
  }

  postSend(
    stream: RecordStream,
    volume: number,
    dest: number,
    tag: number,
    comm: number,
    done: boolean,
  ): number {
    const { comms, operations } = this.parts;
    if (dest < 0) {
      this.lost.sendsToProcNull++;
      return NONE;
    }
    this.volumes[stream.id] += volume;
    const dst = comm < 0 ? NONE : comms.peer(comm, dest);
    if (dst < 0) {
      this.lost.sendsOnUnknownCommunicator++;
      return NONE;
    }
    return operations.postSend(dst, comm, tag, volume, stream.start, stream.stop, stream.id, done);
  }

  /** count datatype source tag comm. */
  private receive(stream: RecordStream, at: number, done: boolean): number {
    const { bytes } = stream;
    return this.postReceive(
      stream,
      this.room(bytes, at),
      readI32(bytes, at + 6),
      readI32(bytes, at + 10),
      this.communicator(bytes, at + 14),
      done,
    );
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
    const { comms, operations } = this.parts;
    if (source < ANY) {
      this.lost.receivesFromProcNull++;
      return NONE;
    }
    const src = comm < 0 || source === ANY ? NONE : comms.peer(comm, source);
    if (comm < 0 || (source !== ANY && src < 0)) {
      this.lost.receivesOnUnknownCommunicator++;
      return NONE;
    }
    return operations.postReceive(
      src,
      comm,
      Math.max(tag, ANY),
      room,
      stream.start,
      stream.stop,
      stream.id,
      done,
    );
  }

  private finishReceive(stream: RecordStream, handle: number, statusAt: number): void {
    if (handle !== NONE) this.requests.completeReceive(stream, handle, statusAt, 0, false);
  }

  private sendReceive(stream: RecordStream, at: number): void {
    const { bytes } = stream;
    const comm = this.communicator(bytes, at + 28);
    this.postSend(
      stream,
      this.volume(bytes, at),
      readI32(bytes, at + 6),
      readI32(bytes, at + 10),
      comm,
      true,
    );
    const room = this.room(bytes, at + 14);
    const handle = this.postReceive(
      stream,
      room,
      readI32(bytes, at + 20),
      readI32(bytes, at + 24),
      comm,
      true,
    );
    this.finishReceive(stream, handle, at + 30);
  }

  private sendReceiveReplace(stream: RecordStream, at: number): void {
    const { bytes } = stream;
    const comm = this.communicator(bytes, at + 22);
    const volume = this.volume(bytes, at);
    this.postSend(stream, volume, readI32(bytes, at + 6), readI32(bytes, at + 10), comm, true);
    const handle = this.postReceive(
      stream,
      volume,
      readI32(bytes, at + 14),
      readI32(bytes, at + 18),
      comm,
      true,
    );
    this.finishReceive(stream, handle, at + 24);
  }

  /** count x size of the datatype that follows it. */
  volume(bytes: Uint8Array, at: number): number {
    const type = readI16(bytes, at + 4);
    const size = this.parts.sizes.sizeOf(type);
    const volume = Math.max(0, readI32(bytes, at)) * size;
    if (this.parts.sizes.isGuess(type)) this.lost.guessedTypeSize++;
    if (size >= 0 && volume <= MOST_BYTES) return volume;
    this.lost.unknownTypeSize++;
    return 0;
  }

  /** Room of a receive's buffer in bytes. */
  room(bytes: Uint8Array, at: number): number {
    const size = this.parts.sizes.sizeOf(readI16(bytes, at + 4));
    return Math.min(MOST_BYTES, Math.max(0, readI32(bytes, at)) * Math.max(0, size));
  }

  private collective(stream: RecordStream): void {
    const { comms, sizes, collectives, rank } = this.parts;
    const { facts } = this;
    const read = collectiveReaders[stream.id];
    if (!read) return;
    read(stream.bytes, stream.args, stream.end, sizes, this.peers, facts);
    const comm = comms.idOf(facts.comm);
    if (facts.bytes < 0 || facts.bytes > MOST_BYTES) {
      this.lost.unknownTypeSize++;
      facts.bytes = 0;
    }
    if (comm < 0) this.lost.collectivesOnUnknownCommunicator++;
    let root = facts.root < 0 || comm < 0 ? NONE : comms.peer(comm, facts.root);
    if (comm >= 0 && comms.hasTwoGroups(comm)) root = this.rootAcross(stream.id, root);
    else if (stream.id === BCAST && root !== rank) facts.bytes = 0;
    this.volumes[stream.id] += facts.bytes;
    collectives.add(comm, stream.id, root, facts.bytes, stream.start, stream.stop);
  }

  /**
   * The root as the ranks of an intercommunicator name it: those of its own group by MPI_ROOT and MPI_PROC_NULL. The
   * latter give nothing, and nobody gives what goes to the others but the root.
   */
  private rootAcross(id: number, named: number): number {
    const { facts } = this;
    const root = facts.root <= MPI_ROOT ? this.parts.rank : named;
    if (givenByRoot.has(id) && root !== this.parts.rank) facts.bytes = 0;
    if (givenToRoot.has(id) && facts.root < 0) facts.bytes = 0;
    return root;
  }

  private newCommunicator(stream: RecordStream): void {
    const created = createdCommunicator(stream.bytes, stream.args, stream.end, stream.id);
    const id = this.parts.created[this.creations++] ?? NONE;
    if (created >= 0) this.parts.comms.define(created, id);
  }
}
