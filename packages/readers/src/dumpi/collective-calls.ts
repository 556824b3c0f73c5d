import type { DatatypeSizes } from './datatype-sizes.ts';
import { arrayEnd, readI16, readI32 } from './read-values.ts';
import { functionId } from './record-layout.ts';

/** What a collective call says, filled in place: one of these serves a whole file. */
export interface CollectiveFacts {
  comm: number;
  /** Rank in the communicator, below 0 = no root or, on an intercommunicator, MPI_ROOT or MPI_PROC_NULL. */
  root: number;
  /** Bytes this rank contributes; -1 = its datatype's size is unknown. */
  bytes: number;
}

type ReadCollective = (
  bytes: Uint8Array,
  at: number,
  end: number,
  sizes: DatatypeSizes,
  peers: (comm: number) => number,
  facts: CollectiveFacts,
) => void;

function volume(count: number, size: number): number {
  return size < 0 ? -1 : Math.max(0, count) * size;
}

/** count datatype op comm. */
const readReduction: ReadCollective = (bytes, at, _end, sizes, _size, facts) => {
  facts.bytes = volume(readI32(bytes, at), sizes.sizeOf(readI16(bytes, at + 4)));
  facts.comm = readI16(bytes, at + 7);
  facts.root = -1;
};

/** What a rank gives to each: in a call that works in place only the receiving side says it. */
function volumeToEach(bytes: Uint8Array, at: number, sizes: DatatypeSizes): number {
  const given = volume(readI32(bytes, at), sizes.sizeOf(readI16(bytes, at + 4)));
  return given > 0 ? given : volume(readI32(bytes, at + 6), sizes.sizeOf(readI16(bytes, at + 10)));
}

function sumCounts(bytes: Uint8Array, at: number): number {
  const length = readI32(bytes, at);
  let sum = 0;
  for (let i = 0; i < length; i++) sum += Math.max(0, readI32(bytes, at + 4 + i * 4));
  return sum;
}

const table: Readonly<Record<string, ReadCollective>> = {
  MPI_Barrier: (bytes, at, _end, _sizes, _size, facts) => {
    facts.comm = readI16(bytes, at);
    facts.root = -1;
    facts.bytes = 0;
  },
  /** Only the root contributes; the reader sets the others to 0. */
  MPI_Bcast: (bytes, at, _end, sizes, _size, facts) => {
    facts.bytes = volume(readI32(bytes, at), sizes.sizeOf(readI16(bytes, at + 4)));
    facts.root = readI32(bytes, at + 6);
    facts.comm = readI16(bytes, at + 10);
  },
  MPI_Gather: (bytes, at, _end, sizes, _size, facts) => {
    facts.bytes = volume(readI32(bytes, at + 4), sizes.sizeOf(readI16(bytes, at + 8)));
    facts.root = readI32(bytes, at + 10);
    facts.comm = readI16(bytes, at + 14);
  },
  MPI_Gatherv: (bytes, at, _end, sizes, _size, facts) => {
    facts.bytes = volume(readI32(bytes, at + 8), sizes.sizeOf(readI16(bytes, at + 12)));
    facts.root = readI32(bytes, at + 14);
    facts.comm = readI16(bytes, at + 18);
  },
  MPI_Scatter: (bytes, at, end, sizes, peers, facts) => {
    facts.root = readI32(bytes, at + 10);
    facts.comm = readI16(bytes, at + 14);
    const atRoot = end >= at + 22;
    facts.bytes = atRoot
      ? volume(readI32(bytes, at + 16) * peers(facts.comm), sizes.sizeOf(readI16(bytes, at + 20)))
      : 0;
  },
  MPI_Scatterv: (bytes, at, end, sizes, _size, facts) => {
    facts.root = readI32(bytes, at + 16);
    facts.comm = readI16(bytes, at + 20);
    const atRoot = end > at + 22;
    facts.bytes = atRoot ? volume(sumCounts(bytes, at + 22), sizes.sizeOf(readI16(bytes, at + 8))) : 0;
  },
  MPI_Allgather: (bytes, at, _end, sizes, _size, facts) => {
    facts.bytes = volumeToEach(bytes, at, sizes);
    facts.comm = readI16(bytes, at + 12);
    facts.root = -1;
  },
  MPI_Allgatherv: (bytes, at, end, sizes, _size, facts) => {
    facts.bytes = volume(readI32(bytes, at + 4), sizes.sizeOf(readI16(bytes, at + 8)));
    facts.comm = readI16(bytes, end - 2);
    facts.root = -1;
  },
  MPI_Alltoall: (bytes, at, _end, sizes, peers, facts) => {
    facts.comm = readI16(bytes, at + 12);
    const each = volumeToEach(bytes, at, sizes);
    facts.bytes = each < 0 ? -1 : each * peers(facts.comm);
    facts.root = -1;
  },
  MPI_Alltoallv: (bytes, at, end, sizes, _size, facts) => {
    const displacements = arrayEnd(bytes, at + 4, 4);
    const type = arrayEnd(bytes, displacements, 4);
    facts.bytes = volume(sumCounts(bytes, at + 4), sizes.sizeOf(readI16(bytes, type)));
    facts.comm = readI16(bytes, end - 2);
    facts.root = -1;
  },
  MPI_Alltoallw: (bytes, at, end, sizes, _size, facts) => {
    const counts = at + 4;
    const types = arrayEnd(bytes, arrayEnd(bytes, counts, 4), 4);
    const length = Math.min(readI32(bytes, counts), readI32(bytes, types));
    let sum = 0;
    for (let i = 0; i < length && sum >= 0; i++) {
      const part = volume(
        readI32(bytes, counts + 4 + i * 4),
        sizes.sizeOf(readI16(bytes, types + 4 + i * 2)),
      );
      sum = part < 0 ? -1 : sum + part;
    }
    facts.bytes = sum;
    facts.comm = readI16(bytes, end - 2);
    facts.root = -1;
  },
  MPI_Reduce: (bytes, at, _end, sizes, _size, facts) => {
    facts.bytes = volume(readI32(bytes, at), sizes.sizeOf(readI16(bytes, at + 4)));
    facts.root = readI32(bytes, at + 7);
    facts.comm = readI16(bytes, at + 11);
  },
  MPI_Allreduce: readReduction,
  MPI_Scan: readReduction,
  MPI_Exscan: readReduction,
  MPI_Reduce_scatter: (bytes, at, end, sizes, _size, facts) => {
    facts.bytes = volume(sumCounts(bytes, at + 4), sizes.sizeOf(readI16(bytes, arrayEnd(bytes, at + 4, 4))));
    facts.comm = readI16(bytes, end - 2);
    facts.root = -1;
  },
};

export const collectiveReaders: readonly (ReadCollective | undefined)[] = toList();
export const BCAST = functionId('MPI_Bcast');
/** Calls in which only the root gives data, and those in which only the root gets it. */
export const givenByRoot = new Set([BCAST, functionId('MPI_Scatter'), functionId('MPI_Scatterv')]);
export const givenToRoot = new Set(['MPI_Gather', 'MPI_Gatherv', 'MPI_Reduce'].map(functionId));

function toList(): (ReadCollective | undefined)[] {
  const list: (ReadCollective | undefined)[] = [];
  for (const [name, read] of Object.entries(table)) list[functionId(name)] = read;
  return list;
}
