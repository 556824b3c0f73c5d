import { NONE } from '@weft/model';
import type { LocalCommunicators } from '../communicators/index.ts';
import type { PartRows } from '../part-rows.ts';
import {
  BCAST,
  type CollectiveFacts,
  collectiveReaders,
  givenByRoot,
  givenToRoot,
} from './collective-calls.ts';
import { partReaders } from './collective-parts.ts';
import type { CollectiveRows } from './collective-rows.ts';
import type { DatatypeSizes } from './datatype-sizes.ts';
import type { LostOperations } from './lost-operations.ts';
import type { RecordStream } from './record-stream.ts';
import { MOST_BYTES } from './volumes.ts';

/** MPI_ROOT is -4 in Open MPI and -3 in MPICH; MPI_PROC_NULL is -2 and -1. */
const MPI_ROOT = -3;

interface CollectiveParts {
  readonly rank: number;
  readonly comms: LocalCommunicators;
  readonly sizes: DatatypeSizes;
  readonly rows: CollectiveRows;
  readonly partRows: PartRows | null;
  readonly lost: LostOperations;
  /** Bytes contributed by function. */
  readonly sent: Float64Array;
}

/** Turns the arguments of collective calls into rows. */
export class CollectiveDecoder {
  private readonly parts: CollectiveParts;
  private readonly facts: CollectiveFacts = { comm: 0, root: 0, bytes: 0 };
  private readonly peers: (comm: number) => number;

  constructor(parts: CollectiveParts) {
    this.parts = parts;
    this.peers = (local) => {
      const id = parts.comms.idOf(local);
      return id < 0 ? 1 : parts.comms.peers(id);
    };
  }

  decode(stream: RecordStream): void {
    const { comms, sizes, rows, rank, lost, sent } = this.parts;
    const { facts } = this;
    collectiveReaders[stream.id]?.(stream.bytes, stream.args, stream.end, sizes, this.peers, facts);
    const comm = comms.idOf(facts.comm);
    if (facts.bytes < 0 || facts.bytes > MOST_BYTES) {
      lost.unknownTypeSize++;
      facts.bytes = 0;
    }
    if (comm < 0) lost.collectivesOnUnknownCommunicator++;
    let root = facts.root < 0 || comm < 0 ? NONE : comms.peer(comm, facts.root);
    if (comm >= 0 && comms.hasTwoGroups(comm)) root = this.rootAcross(stream.id, root);
    else if (stream.id === BCAST && root !== rank) facts.bytes = 0;
    sent[stream.id] += facts.bytes;
    const seq = rows.add(comm, stream.id, root, facts.bytes, stream.start, stream.stop);
    if (this.parts.partRows && comm >= 0 && !comms.hasTwoGroups(comm)) this.addParts(stream, comm, root, seq);
  }

  private addParts({ id, bytes, args }: RecordStream, comm: number, root: number, seq: number): void {
    const { comms, sizes, rank, partRows } = this.parts;
    partReaders[id]?.({ bytes, at: args, sizes, comms, comm, rank, root }, (src, dst, part) => {
      partRows?.add(comm, seq, id, src, dst, part);
    });
  }

  /**
   * The root as the ranks of an intercommunicator name it: those of its own group by MPI_ROOT and MPI_PROC_NULL. The
   * latter give nothing, and nobody gives what goes to the others but the root.
   */
  private rootAcross(id: number, named: number): number {
    const { facts } = this;
    const { rank } = this.parts;
    const root = facts.root <= MPI_ROOT ? rank : named;
    if (givenByRoot.has(id) && root !== rank) facts.bytes = 0;
    if (givenToRoot.has(id) && facts.root < 0) facts.bytes = 0;
    return root;
  }
}
