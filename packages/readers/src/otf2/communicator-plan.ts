import type { CommunicatorRegistry } from '../communicators/communicator-registry.ts';
import {
  type ArchiveCommunicators,
  COMM_GLOBAL_RANKS,
  COMM_INTER,
  COMM_MEMBERS,
  COMM_SELF,
} from './decode-context.ts';
import {
  type Communicator,
  type GlobalDefinitions,
  GROUP_COMM_SELF,
  type Group,
  PARADIGM_MPI,
} from './global-definitions.ts';
import { sharedInt32, sharedUint32 } from './shared-arrays.ts';

/** Enters the MPI communicators into the registry and lays them out for the decoders. */
export function planCommunicators(
  definitions: GlobalDefinitions,
  ranks: number,
  registry: CommunicatorRegistry,
): ArchiveCommunicators {
  const list = [...definitions.communicators.values()].filter(
    (comm) =>
      comm.groups.length === groupsOf(definitions, comm).length &&
      groupsOf(definitions, comm).every(({ paradigm }) => paradigm === PARADIGM_MPI),
  );
  const world = findWorld(definitions, list, ranks);
  const rows = list.map((comm) => planOne(definitions, comm, ranks, registry, comm === world));
  const offsets = [0];
  const members: number[] = [];
  for (const { first, second } of rows) {
    for (const rank of first) members.push(rank);
    offsets.push(members.length);
    for (const rank of second) members.push(rank);
    offsets.push(members.length);
  }
  return {
    ids: sharedUint32(list.map(({ id }) => id)),
    kinds: sharedInt32(rows.map(({ kind }) => kind)),
    tableIds: sharedInt32(rows.map(({ tableId }) => tableId)),
    offsets: sharedInt32(offsets),
    members: sharedInt32(members),
  };
}

interface CommunicatorRow {
  readonly kind: number;
  readonly tableId: number;
  readonly first: Int32Array;
  readonly second: Int32Array;
}

const nobody = new Int32Array(0);

function planOne(
  definitions: GlobalDefinitions,
  comm: Communicator,
  ranks: number,
  registry: CommunicatorRegistry,
  isWorld: boolean,
): CommunicatorRow {
  const groups = groupsOf(definitions, comm);
  const name = definitions.strings.get(comm.name) || 'MPI_Comm';
  if (groups[0].type === GROUP_COMM_SELF) {
    return { kind: COMM_SELF, tableId: selfIds(registry, ranks), first: nobody, second: nobody };
  }
  const [first, second] = groups.map((group) => worldRanks(group, ranks));
  const { id: tableId } = isWorld
    ? registry.world
    : registry.add(known(first), second ? known(second) : null, name);
  if (second) return { kind: COMM_INTER, tableId, first, second };
  return { kind: groups[0].globalMembers ? COMM_GLOBAL_RANKS : COMM_MEMBERS, tableId, first, second: nobody };
}

/** One communicator per rank, however many definitions there are: tracers may define one for each process. */
function selfIds(registry: CommunicatorRegistry, ranks: number): number {
  const known = registry.list.find(({ origin }) => origin === SELF);
  if (known) return known.id;
  const first = registry.list.length;
  for (let rank = 0; rank < ranks; rank++) registry.add(Int32Array.of(rank), null, SELF);
  return first;
}

const SELF = 'MPI_COMM_SELF';

/** The groups that are defined. */
function groupsOf({ groups }: GlobalDefinitions, comm: Communicator): Group[] {
  return comm.groups.flatMap((id) => groups.get(id) ?? []);
}

function worldRanks({ members }: Group, ranks: number): Int32Array {
  return Int32Array.from(members, (member) => (member < BigInt(ranks) ? Number(member) : -1));
}

function known(members: Int32Array): Int32Array {
  return members.filter((rank) => rank >= 0);
}

/** The communicator named so, else the first that has all ranks in order. */
function findWorld(definitions: GlobalDefinitions, list: readonly Communicator[], ranks: number) {
  const whole = list.filter((comm) => {
    const [group] = groupsOf(definitions, comm);
    if (comm.groups.length !== 1 || group.type === GROUP_COMM_SELF || group.members.length !== ranks)
      return false;
    return group.members.every((member, rank) => member === BigInt(rank));
  });
  return (
    whole.find(({ name }) => /COMM_WORLD|^COMM WORLD/i.test(definitions.strings.get(name) ?? '')) ?? whole[0]
  );
}
