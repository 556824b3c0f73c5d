import { NONE } from '@weft/model';
import type { LocalCommunicators } from '../communicators/index.ts';
import type { RankOperations } from '../matching/index.ts';
import type { LostOperations } from './lost-operations.ts';
import { readI16, readI32 } from './read-values.ts';
import type { RecordStream } from './record-stream.ts';
import type { Volumes } from './volumes.ts';

interface OneSidedParts {
  readonly comms: LocalCommunicators;
  readonly operations: RankOperations;
  readonly volumes: Volumes;
  readonly lost: LostOperations;
  /** Bytes moved by function. */
  readonly sent: Float64Array;
}

/** Follows windows and turns Put, Get and Accumulate into messages. */
export class OneSided {
  private readonly parts: OneSidedParts;
  /** Communicator of each window of this rank now. */
  private readonly windows = new Map<number, number>();

  constructor(parts: OneSidedParts) {
    this.parts = parts;
  }

  /** size dispunit info comm win. */
  createWindow({ bytes, args }: RecordStream): void {
    this.windows.set(readI16(bytes, args + 12), this.parts.comms.idOf(readI16(bytes, args + 10)));
  }

  freeWindow({ bytes, args }: RecordStream): void {
    this.windows.delete(readI16(bytes, args));
  }

  /** count datatype targetrank ..., with the window as the last argument. */
  transfer(stream: RecordStream, way: 'put' | 'get'): void {
    const { comms, operations, volumes, lost, sent } = this.parts;
    const { bytes, args, end, start, stop, id } = stream;
    const target = readI32(bytes, args + 6);
    if (target < 0) {
      lost.transfersToProcNull++;
      return;
    }
    const volume = volumes.moved(bytes, args);
    const comm = this.windows.get(readI16(bytes, end - 2)) ?? NONE;
    const peer = comm < 0 ? NONE : comms.peer(comm, target);
    sent[id] += volume;
    if (peer < 0) {
      lost.transfersWithUnknownRank++;
      lost.bytesWithUnknownRank += volume;
    }
    operations.postTransfer(way, peer, comm, volume, start, stop, id);
  }
}
