import type { LocalCommunicators } from '../communicators/index.ts';
import type { DatatypeSizes } from './datatype-sizes.ts';
import { arrayEnd, readI16, readI32 } from './read-values.ts';
import { functionId } from './record-layout.ts';

/** One call with counts of its own, as a rank recorded it. */
interface PartedCall {
  readonly bytes: Uint8Array;
  /** Where its arguments begin. */
  readonly at: number;
  readonly sizes: DatatypeSizes;
  readonly comms: LocalCommunicators;
  readonly comm: number;
  readonly rank: number;
  /** World rank of the root. */
  readonly root: number;
}

/** Takes the bytes that go from one world rank to another. */
type AddPart = (src: number, dst: number, bytes: number) => void;
type ReadParts = (call: PartedCall, add: AddPart) => void;

/**
 * Counts are taken from the receiving side wherever it has them: those of the sending side mean nothing in a call that
 * works in place, and a trace does not tell which calls do.
 */
const table: Readonly<Record<string, ReadParts>> = {
  MPI_Scatterv: ({ bytes, at, sizes, rank, root }, add) => {
    if (rank !== root)
      addPart(readI32(bytes, at + 10), sizes.sizeOf(readI16(bytes, at + 14)), root, rank, add);
  },
  /** What a rank gives to all is its own part of what it receives. */
  MPI_Allgatherv: ({ bytes, at, sizes, comms, comm, rank }, add) => {
    const counts = at + 10;
    const size = sizes.sizeOf(readI16(bytes, arrayEnd(bytes, arrayEnd(bytes, counts, 4), 4)));
    for (let i = 0; i < readI32(bytes, counts); i++) {
      if (comms.peer(comm, i) === rank) addPart(readI32(bytes, counts + 4 + i * 4), size, rank, rank, add);
    }
  },
  MPI_Alltoallv: ({ bytes, at, sizes, comms, comm, rank }, add) => {
    const counts = arrayEnd(bytes, arrayEnd(bytes, at + 4, 4), 4) + 2;
    const size = sizes.sizeOf(readI16(bytes, arrayEnd(bytes, arrayEnd(bytes, counts, 4), 4)));
    for (let i = 0; i < readI32(bytes, counts); i++) {
      addPart(readI32(bytes, counts + 4 + i * 4), size, comms.peer(comm, i), rank, add);
    }
  },
  MPI_Alltoallw: ({ bytes, at, sizes, comms, comm, rank }, add) => {
    const counts = arrayEnd(bytes, arrayEnd(bytes, arrayEnd(bytes, at + 4, 4), 4), 2);
    const types = arrayEnd(bytes, arrayEnd(bytes, counts, 4), 4);
    const length = Math.min(readI32(bytes, counts), readI32(bytes, types));
    for (let i = 0; i < length; i++) {
      const size = sizes.sizeOf(readI16(bytes, types + 4 + i * 2));
      addPart(readI32(bytes, counts + 4 + i * 4), size, comms.peer(comm, i), rank, add);
    }
  },
  MPI_Reduce_scatter: ({ bytes, at, sizes, comms, comm, rank }, add) => {
    const counts = at + 4;
    const size = sizes.sizeOf(readI16(bytes, arrayEnd(bytes, counts, 4)));
    for (let i = 0; i < readI32(bytes, counts); i++) {
      addPart(readI32(bytes, counts + 4 + i * 4), size, rank, comms.peer(comm, i), add);
    }
  },
};

/** A part whose size or rank is unknown is left out, which shows: the parts of a call are complete or not used. */
function addPart(count: number, size: number, src: number, dst: number, add: AddPart): void {
  if (size >= 0 && src >= 0 && dst >= 0) add(src, dst, Math.max(0, count) * size);
}

export const partReaders: readonly (ReadParts | undefined)[] = toList();

function toList(): (ReadParts | undefined)[] {
  const list: (ReadParts | undefined)[] = [];
  for (const [name, read] of Object.entries(table)) list[functionId(name)] = read;
  return list;
}
