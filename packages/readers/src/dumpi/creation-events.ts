import { type CreationEvent, NULL_COMM, rangeRanks } from '../communicators/index.ts';
import { arrayEnd, readI16, readI32, readI32Array } from './read-values.ts';
import { FUNCTION_COUNT, functionId } from './record-layout.ts';

/** Ids every rank has from the start. */
export const COMM_NULL = 1;
export const COMM_WORLD = 2;
export const COMM_SELF = 3;

type ReadEvent = (bytes: Uint8Array, at: number, end: number) => CreationEvent;

/** newcomm is the last argument. */
function createdAt(bytes: Uint8Array, end: number): number {
  const id = readI16(bytes, end - 2);
  return id === COMM_NULL ? NULL_COMM : id;
}

const foreign: ReadEvent = (bytes, _at, end) => ({ kind: 'foreign', created: createdAt(bytes, end) });

const makers: Readonly<Record<string, ReadEvent>> = {
  MPI_Comm_dup: (bytes, at, end) => ({
    kind: 'dup',
    parent: readI16(bytes, at),
    created: createdAt(bytes, end),
  }),
  MPI_Comm_create: (bytes, at, end) => ({
    kind: 'create',
    parent: readI16(bytes, at),
    group: readI16(bytes, at + 2),
    created: createdAt(bytes, end),
  }),
  MPI_Comm_split: (bytes, at, end) => ({
    kind: 'split',
    parent: readI16(bytes, at),
    color: readI32(bytes, at + 2),
    key: readI32(bytes, at + 6),
    created: createdAt(bytes, end),
  }),
  MPI_Intercomm_create: (bytes, at, end) => ({
    kind: 'intercomm',
    parent: readI16(bytes, at),
    leader: readI32(bytes, at + 2),
    peer: readI16(bytes, at + 6),
    remoteLeader: readI32(bytes, at + 8),
    tag: readI32(bytes, at + 12),
    created: createdAt(bytes, end),
  }),
  MPI_Intercomm_merge: (bytes, at, end) => ({
    kind: 'merge',
    parent: readI16(bytes, at),
    high: readI32(bytes, at + 2),
    created: createdAt(bytes, end),
  }),
  MPI_Cart_create: (bytes, at, end) => ({
    kind: 'cart',
    parent: readI16(bytes, at),
    dims: readI32Array(bytes, at + 6),
    created: createdAt(bytes, end),
  }),
  MPI_Cart_sub: (bytes, at, end) => ({
    kind: 'cart-sub',
    parent: readI16(bytes, at + 4),
    remain: readI32Array(bytes, at + 6),
    created: createdAt(bytes, end),
  }),
  MPI_Graph_create: (bytes, at, end) => ({
    kind: 'graph',
    parent: readI16(bytes, at + 4),
    nodes: readI32(bytes, at + 6),
    created: createdAt(bytes, end),
  }),
  MPI_Comm_accept: foreign,
  MPI_Comm_connect: foreign,
  MPI_Comm_get_parent: foreign,
  MPI_Comm_join: foreign,
  MPI_Comm_spawn: (bytes, at) => ({ kind: 'foreign', created: readI16(bytes, at + 10) }),
  MPI_Comm_spawn_multiple: (bytes, at) => ({ kind: 'foreign', created: readI16(bytes, at + 14) }),
};

function combine(how: 'union' | 'intersection' | 'difference'): ReadEvent {
  return (bytes, at) => ({
    kind: 'group-combine',
    how,
    first: readI16(bytes, at),
    second: readI16(bytes, at + 2),
    group: readI16(bytes, at + 4),
  });
}

function pick(exclude: boolean): ReadEvent {
  return (bytes, at, end) => ({
    kind: 'group-pick',
    from: readI16(bytes, at),
    ranks: readI32Array(bytes, at + 6),
    exclude,
    group: readI16(bytes, end - 2),
  });
}

function pickRanges(exclude: boolean): ReadEvent {
  return (bytes, at, end) => {
    const ranges: number[][] = [];
    let next = at + 10;
    for (let i = readI32(bytes, at + 6); i > 0; i--) {
      ranges.push(readI32Array(bytes, next));
      next = arrayEnd(bytes, next, 4);
    }
    const ranks = rangeRanks(ranges, 1 << 20);
    return { kind: 'group-pick', from: readI16(bytes, at), ranks, exclude, group: readI16(bytes, end - 2) };
  };
}

function groupOf(remote: boolean): ReadEvent {
  return (bytes, at) => ({
    kind: 'group-of',
    comm: readI16(bytes, at),
    remote,
    group: readI16(bytes, at + 2),
  });
}

const groupMakers: Readonly<Record<string, ReadEvent>> = {
  MPI_Comm_group: groupOf(false),
  MPI_Comm_remote_group: groupOf(true),
  MPI_Group_union: combine('union'),
  MPI_Group_intersection: combine('intersection'),
  MPI_Group_difference: combine('difference'),
  MPI_Group_incl: pick(false),
  MPI_Group_excl: pick(true),
  MPI_Group_range_incl: pickRanges(false),
  MPI_Group_range_excl: pickRanges(true),
};

const free: ReadEvent = (bytes, at) => ({ kind: 'free', comm: readI16(bytes, at) });
const freers: Readonly<Record<string, ReadEvent>> = { MPI_Comm_free: free, MPI_Comm_disconnect: free };

export const creationReaders = toList({ ...makers, ...groupMakers, ...freers });
/** Calls after which all communicators and groups are known; those that free come and go. */
export const creationIds: readonly number[] = Object.keys({ ...makers, ...groupMakers }).map(functionId);
export const freesCommunicator: readonly boolean[] = toFlags(Object.keys(freers));

/** Functions that give the rank a communicator: one entry each in the resolved list. */
export const makesCommunicator: readonly boolean[] = toFlags(Object.keys(makers));

export function createdCommunicator(bytes: Uint8Array, at: number, end: number, id: number): number {
  const event = creationReaders[id]?.(bytes, at, end);
  return event && 'created' in event ? event.created : NULL_COMM;
}

function toFlags(names: readonly string[]): boolean[] {
  const ids = new Set(names.map(functionId));
  return Array.from({ length: FUNCTION_COUNT }, (_, id) => ids.has(id));
}

function toList(table: Readonly<Record<string, ReadEvent>>): (ReadEvent | undefined)[] {
  const list: (ReadEvent | undefined)[] = [];
  for (const [name, read] of Object.entries(table)) list[functionId(name)] = read;
  return list;
}
