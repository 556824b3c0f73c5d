import { NONE } from '@weft/model';
import type { LocalCommunicators } from '../communicators/index.ts';
import type { RankOperations } from '../matching/index.ts';
import type { PartRows } from '../part-rows.ts';
import { CollectiveDecoder } from './collective-decoder.ts';
import type { CollectiveRows } from './collective-rows.ts';
import { createdCommunicator } from './creation-events.ts';
import type { DatatypeSizes } from './datatype-sizes.ts';
import { noLosses } from './lost-operations.ts';
import { OneSided } from './one-sided.ts';
import { PointToPoint } from './point-to-point.ts';
import { readI16, readI32 } from './read-values.ts';
import { fileCountAt, recordKind, recordKinds } from './record-kinds.ts';
import { FUNCTION_COUNT } from './record-layout.ts';
import type { RecordStream } from './record-stream.ts';
import { RequestTracker } from './request-tracker.ts';
import { Volumes } from './volumes.ts';

interface RankDecoderParts {
  readonly rank: number;
  readonly comms: LocalCommunicators;
  readonly sizes: DatatypeSizes;
  readonly operations: RankOperations;
  readonly collectives: CollectiveRows;
  /** null = the parts of collectives are not wanted. */
  readonly partRows: PartRows | null;
  /** Communicators made by this rank's creating calls, in order. */
  readonly created: Int32Array;
}

/** Turns the records of one rank into operations, collectives and a profile. */
export class RankDecoder {
  readonly counts = new Float64Array(FUNCTION_COUNT);
  readonly times = new Float64Array(FUNCTION_COUNT);
  readonly volumes = new Float64Array(FUNCTION_COUNT);
  readonly lost = noLosses();
  private readonly parts: RankDecoderParts;
  private readonly bytesOf: Volumes;
  private readonly messages: PointToPoint;
  private readonly transfers: OneSided;
  private readonly collectives: CollectiveDecoder;
  private readonly requests: RequestTracker;
  private creations = 0;

  constructor(parts: RankDecoderParts) {
    const { lost, volumes: sent } = this;
    const { rank, comms, sizes, operations, partRows, collectives: rows } = parts;
    this.parts = parts;
    this.bytesOf = new Volumes(sizes, lost);
    const shared = { comms, operations, lost, sent, volumes: this.bytesOf };
    this.messages = new PointToPoint(shared);
    this.transfers = new OneSided(shared);
    this.collectives = new CollectiveDecoder({ rank, comms, sizes, rows, partRows, lost, sent });
    this.requests = new RequestTracker(operations, comms, this.messages, lost);
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
        this.messages.send(stream, true);
        return;
      case recordKind.isend:
        this.requests.track('send', readI32(bytes, args + 16), this.messages.send(stream, false));
        return;
      case recordKind.receive:
        this.finishReceive(stream, this.messages.receive(stream, true), args + 16);
        return;
      case recordKind.ireceive:
        this.requests.track('receive', readI32(bytes, args + 16), this.messages.receive(stream, false));
        return;
      case recordKind.sendrecv:
        this.finishReceive(stream, this.messages.sendReceive(stream), args + 30);
        return;
      case recordKind.sendrecvReplace:
        this.finishReceive(stream, this.messages.sendReceiveReplace(stream), args + 24);
        return;
      case recordKind.collective:
        this.collectives.decode(stream);
        return;
      default:
        this.handleRare(stream, kind);
    }
  }

  private handleRare(stream: RecordStream, kind: number): void {
    const { bytes, args, id } = stream;
    switch (kind) {
      case recordKind.makesType:
        this.parts.sizes.follow(stream);
        return;
      case recordKind.makesCommunicator:
        this.newCommunicator(stream);
        return;
      case recordKind.freesCommunicator:
        this.parts.comms.define(readI16(bytes, args), NONE);
        return;
      case recordKind.put:
      case recordKind.get:
        this.transfers.transfer(stream, kind === recordKind.put ? 'put' : 'get');
        return;
      case recordKind.makesWindow:
        this.transfers.createWindow(stream);
        return;
      case recordKind.freesWindow:
        this.transfers.freeWindow(stream);
        return;
      case recordKind.file:
        this.volumes[id] += this.bytesOf.moved(bytes, args + fileCountAt[id]);
        return;
      default:
        this.requests.handle(stream, kind);
    }
  }

  private finishReceive(stream: RecordStream, handle: number, statusAt: number): void {
    if (handle !== NONE) this.requests.completeReceive(stream, handle, statusAt, 0, false);
  }

  private newCommunicator(stream: RecordStream): void {
    const created = createdCommunicator(stream.bytes, stream.args, stream.end, stream.id);
    const id = this.parts.created[this.creations++] ?? NONE;
    if (created >= 0) this.parts.comms.define(created, id);
  }
}
