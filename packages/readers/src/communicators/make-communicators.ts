import type { Communicator, CommunicatorRegistry } from './communicator-registry.ts';
import { type CollectiveCreation, NULL_COMM } from './creation-event.ts';

/** What each rank did in one collective creation. */
type Arrivals = ReadonlyMap<number, CollectiveCreation>;

interface CreationContext {
  readonly registry: CommunicatorRegistry;
  /** Extents of Cartesian communicators by id. */
  readonly dims: Map<number, readonly number[]>;
  /** Members of a group a rank named. */
  readonly groupOf: (rank: number, group: number) => Int32Array | null;
}

/** Makes the communicators of one operation; the result maps ranks to what they got. */
export function makeCommunicators(
  parent: Communicator,
  arrivals: Arrivals,
  context: CreationContext,
): Map<number, Communicator> {
  const [first] = arrivals.values();
  if (!first || [...arrivals.values()].some((event) => event.kind !== first.kind)) return new Map();
  switch (first.kind) {
    case 'dup':
      return makeDup(parent, arrivals, context);
    case 'split':
      return makeSplit(parent, arrivals, context);
    case 'create':
      return makeFromGroups(parent, arrivals, context);
    case 'cart':
      return makeCart(parent, arrivals, first.dims, context);
    case 'cart-sub':
      return makeCartSub(parent, arrivals, first.remain, context);
    case 'graph':
      return makeFirst(parent, arrivals, first.nodes, 'MPI_Graph_create', context);
    case 'merge':
      return makeMerge(parent, arrivals, context);
    case 'intercomm':
      return new Map();
  }
}

function give(arrivals: Arrivals, communicator: Communicator): Map<number, Communicator> {
  const given = new Map<number, Communicator>();
  for (const rank of [...communicator.members, ...(communicator.remote ?? [])]) {
    const event = arrivals.get(rank);
    if (event && event.created !== NULL_COMM) given.set(rank, communicator);
  }
  return given;
}

function makeDup(parent: Communicator, arrivals: Arrivals, { registry, dims }: CreationContext) {
  const copy = registry.add(parent.members, parent.remote, 'MPI_Comm_dup');
  const extents = dims.get(parent.id);
  if (extents) dims.set(copy.id, extents);
  return give(arrivals, copy);
}

/** Same colour together, ordered by key, then by rank in the parent; on an intercommunicator side by side. */
function makeSplit(parent: Communicator, arrivals: Arrivals, { registry }: CreationContext) {
  const given = new Map<number, Communicator>();
  const sides = [parent.members, parent.remote ?? new Int32Array(0)].map((side) => byColor(side, arrivals));
  const colors = [...new Set(sides.flatMap((side) => [...side.keys()]))].sort((a, b) => a - b);
  for (const color of colors) {
    const [members, remote] = sides.map((side) => Int32Array.from(side.get(color) ?? []));
    if (parent.remote && (members.length === 0 || remote.length === 0)) continue;
    const made = registry.add(members, parent.remote ? remote : null, 'MPI_Comm_split');
    for (const [rank, communicator] of give(arrivals, made)) given.set(rank, communicator);
  }
  return given;
}

function byColor(side: Int32Array, arrivals: Arrivals): Map<number, number[]> {
  const colors = new Map<number, number[]>();
  const keys = new Map<number, number>();
  for (const rank of side) {
    const event = arrivals.get(rank);
    if (event?.kind !== 'split' || event.created === NULL_COMM || event.color < 0) continue;
    keys.set(rank, event.key);
    const same = colors.get(event.color);
    if (same) same.push(rank);
    else colors.set(event.color, [rank]);
  }
  for (const ranks of colors.values()) ranks.sort((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0));
  return colors;
}

/** Every distinct group becomes one communicator. */
function makeFromGroups(parent: Communicator, arrivals: Arrivals, { registry, groupOf }: CreationContext) {
  const given = new Map<number, Communicator>();
  const made = new Map<string, Communicator>();
  for (const [rank, event] of arrivals) {
    if (event.kind !== 'create' || event.created === NULL_COMM) continue;
    const members = groupOf(rank, event.group);
    if (!members?.includes(rank)) continue;
    const key = parent.remote ? 'both sides' : groupKey(members);
    const known = made.get(key);
    const communicator =
      known ?? registry.add(members, otherSide(parent, rank, arrivals, groupOf), 'MPI_Comm_create');
    made.set(key, communicator);
    given.set(rank, communicator);
  }
  return given;
}

/** Tells groups apart without a text of all their members. */
function groupKey(members: Int32Array): string {
  let hash = 0;
  let other = 1;
  for (const rank of members) {
    hash = (Math.imul(hash, 31) + rank) | 0;
    other = (Math.imul(other, 0x9e3779b1) ^ rank) | 0;
  }
  return `${members.length} ${hash} ${other}`;
}

function otherSide(
  parent: Communicator,
  rank: number,
  arrivals: Arrivals,
  groupOf: CreationContext['groupOf'],
): Int32Array | null {
  if (!parent.remote) return null;
  const side = parent.members.includes(rank) ? parent.remote : parent.members;
  for (const other of side) {
    const event = arrivals.get(other);
    if (event?.kind === 'create' && event.created !== NULL_COMM) return groupOf(other, event.group);
  }
  return new Int32Array(0);
}

function makeFirst(
  parent: Communicator,
  arrivals: Arrivals,
  count: number,
  origin: string,
  { registry }: CreationContext,
) {
  return give(arrivals, registry.add(parent.members.slice(0, Math.max(0, count)), null, origin));
}

/** The first ranks of the parent, row-major. */
function makeCart(
  parent: Communicator,
  arrivals: Arrivals,
  extents: readonly number[],
  context: CreationContext,
) {
  const size = extents.reduce((product, extent) => product * extent, 1);
  const given = makeFirst(parent, arrivals, size, 'MPI_Cart_create', context);
  const [made] = given.values();
  if (made) context.dims.set(made.id, extents);
  return given;
}

/** Ranks that agree in the coordinates of the dropped dimensions. */
function makeCartSub(
  parent: Communicator,
  arrivals: Arrivals,
  remain: readonly number[],
  { registry, dims }: CreationContext,
) {
  const given = new Map<number, Communicator>();
  const extents = dims.get(parent.id);
  if (!extents) return given;
  const slices = new Map<number, number[]>();
  parent.members.forEach((world, rank) => {
    const slice = droppedCoordinates(rank, extents, remain);
    const same = slices.get(slice);
    if (same) same.push(world);
    else slices.set(slice, [world]);
  });
  for (const members of slices.values()) {
    const made = registry.add(Int32Array.from(members), null, 'MPI_Cart_sub');
    dims.set(
      made.id,
      extents.filter((_, dim) => remain[dim]),
    );
    for (const [rank, communicator] of give(arrivals, made)) given.set(rank, communicator);
  }
  return given;
}

function droppedCoordinates(rank: number, extents: readonly number[], remain: readonly number[]): number {
  let rest = rank;
  let number = 0;
  let weight = 1;
  for (let dim = extents.length - 1; dim >= 0; dim--) {
    const coordinate = rest % extents[dim];
    rest = Math.floor(rest / extents[dim]);
    if (remain[dim]) continue;
    number += coordinate * weight;
    weight *= extents[dim];
  }
  return number;
}

/** The group that said high comes last. */
function makeMerge(parent: Communicator, arrivals: Arrivals, { registry }: CreationContext) {
  const highOf = (side: Int32Array) => {
    for (const rank of side) {
      const event = arrivals.get(rank);
      if (event?.kind === 'merge') return event.high ? 1 : 0;
    }
    return 0;
  };
  const remote = parent.remote ?? new Int32Array(0);
  const [low, high] =
    highOf(parent.members) <= highOf(remote) ? [parent.members, remote] : [remote, parent.members];
  return give(arrivals, registry.add(Int32Array.from([...low, ...high]), null, 'MPI_Intercomm_merge'));
}
