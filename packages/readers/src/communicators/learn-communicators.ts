import type { Communicator, CommunicatorRegistry } from './communicator-registry.ts';

/** What a rank was told about a communicator whose creation is not in the trace. */
export interface AskedCommunicator {
  readonly rank: number | null;
  readonly size: number | null;
}

/** By rank, then by its own id of the communicator. */
export type ByRankAndId<T> = ReadonlyMap<number, ReadonlyMap<number, T>>;

interface Claim {
  readonly world: number;
  readonly rank: number;
}

/**
 * Finds the members of communicators that ranks use under the same id without having recorded their creation. Ranks that
 * were told the same size, as many as that size and each with another rank, are the members; where several communicators
 * have that id and size, those on the same host belong together.
 */
export function learnCommunicators(
  asked: ByRankAndId<AskedCommunicator>,
  hostOf: (rank: number) => string | null,
  registry: CommunicatorRegistry,
): Map<number, Map<number, Communicator>> {
  const learned = new Map<number, Map<number, Communicator>>();
  for (const [key, claims] of claimsByIdAndSize(asked)) {
    const [id, size] = key.split(' ').map(Number);
    for (const members of memberLists(claims, size, hostOf)) {
      const communicator = registry.add(members, null, 'MPI_Comm_rank and MPI_Comm_size');
      for (const world of members) {
        const known = learned.get(world) ?? new Map<number, Communicator>();
        learned.set(world, known.set(id, communicator));
      }
    }
  }
  return learned;
}

function claimsByIdAndSize(asked: ByRankAndId<AskedCommunicator>): Map<string, Claim[]> {
  const claims = new Map<string, Claim[]>();
  for (const [world, ids] of asked) {
    for (const [id, { rank, size }] of ids) {
      if (rank === null || size === null) continue;
      const key = `${id} ${size}`;
      claims.set(key, [...(claims.get(key) ?? []), { world, rank }]);
    }
  }
  return claims;
}

function memberLists(
  claims: readonly Claim[],
  size: number,
  hostOf: (rank: number) => string | null,
): Int32Array[] {
  const all = membersOf(claims, size);
  if (all) return [all];
  const byHost = new Map<string, Claim[]>();
  for (const claim of claims) {
    const host = hostOf(claim.world);
    if (host !== null) byHost.set(host, [...(byHost.get(host) ?? []), claim]);
  }
  return [...byHost.values()].flatMap((onHost) => membersOf(onHost, size) ?? []);
}

/** World ranks in the order of the ranks told; null where they are not exactly 0 .. size - 1. */
function membersOf(claims: readonly Claim[], size: number): Int32Array | null {
  if (claims.length !== size) return null;
  const members = new Int32Array(size).fill(-1);
  for (const { world, rank } of claims) if (rank >= 0 && rank < size) members[rank] = world;
  return members.includes(-1) ? null : members;
}
