import type { Communicator } from './communicator-registry.ts';
import { CommunicatorRegistry } from './communicator-registry.ts';
import {
  type CollectiveCreation,
  type CreationEvent,
  type GroupEvent,
  isGroupEvent,
  NULL_COMM,
} from './creation-event.ts';
import { type AskedCommunicator, type ByRankAndId, learnCommunicators } from './learn-communicators.ts';
import { makeCommunicators } from './make-communicators.ts';

export interface ResolvedCommunicators {
  readonly registry: CommunicatorRegistry;
  /** Per rank, for each event that creates a communicator in order: its id, or -1 = none or unknown. */
  readonly created: ReadonlyMap<number, Int32Array>;
  /** Operations that some member did not record. */
  readonly incomplete: number;
  /** Created communicators whose members cannot be known. */
  readonly unknown: number;
  /** Communicators without a recorded creation, per rank and local id. */
  readonly learned: ByRankAndId<Communicator>;
  /** How many of them there are. */
  readonly learnedCount: number;
}

interface ResolveOptions {
  readonly worldSize: number;
  /** Local ids that every rank knows from the start. */
  readonly worldId: number;
  readonly selfId: number;
  /** What ranks were told about communicators whose creation is not recorded. */
  readonly asked?: ByRankAndId<AskedCommunicator>;
  readonly hostOf?: (rank: number) => string | null;
}

interface RankState {
  readonly rank: number;
  readonly events: readonly CreationEvent[];
  at: number;
  readonly comms: Map<number, Communicator | null>;
  readonly groups: Map<number, Int32Array>;
  readonly turns: Map<number, number>;
  readonly created: number[];
}

interface Operation {
  readonly parent: Communicator;
  readonly arrivals: Map<number, CollectiveCreation>;
}

/** Follows the creation calls of all ranks together and finds the members of every communicator. */
export function resolveCommunicators(
  events: ReadonlyMap<number, readonly CreationEvent[]>,
  options: ResolveOptions,
): ResolvedCommunicators {
  const resolver = new Resolver(events, options);
  return resolver.run();
}

class Resolver {
  private readonly registry: CommunicatorRegistry;
  private readonly states = new Map<number, RankState>();
  private readonly options: ResolveOptions;
  private readonly pending = new Map<string, Operation>();
  private readonly halves: Operation[] = [];
  private readonly dims = new Map<number, readonly number[]>();
  private readonly learned: ByRankAndId<Communicator>;
  private readonly learnedCount: number;
  private ready: RankState[] = [];
  private incomplete = 0;
  private unknown = 0;

  constructor(events: ReadonlyMap<number, readonly CreationEvent[]>, options: ResolveOptions) {
    this.options = options;
    this.registry = new CommunicatorRegistry(options.worldSize);
    const { asked = new Map(), hostOf = () => null } = options;
    this.learned = learnCommunicators(asked, hostOf, this.registry);
    this.learnedCount = this.registry.list.length - 1;
    for (const [rank, list] of [...events].sort(([a], [b]) => a - b)) {
      const comms = new Map<number, Communicator | null>([
        [options.worldId, this.registry.world],
        ...(this.learned.get(rank) ?? []),
      ]);
      this.states.set(rank, {
        rank,
        events: list,
        at: 0,
        comms,
        groups: new Map(),
        turns: new Map(),
        created: [],
      });
    }
  }

  run(): ResolvedCommunicators {
    this.ready = [...this.states.values()];
    do {
      while (this.ready.length > 0) {
        const states = this.ready;
        this.ready = [];
        for (const state of states) this.advance(state);
      }
    } while (this.forceOne());
    const created = new Map(
      [...this.states].map(([rank, state]) => [rank, Int32Array.from(state.created)] as const),
    );
    const { registry, incomplete, unknown, learned, learnedCount } = this;
    return { registry, created, incomplete, unknown, learned, learnedCount };
  }

  private advance(state: RankState): void {
    while (state.at < state.events.length) {
      const event = state.events[state.at];
      if (isGroupEvent(event)) this.evaluateGroup(state, event);
      else if (event.kind === 'free') state.comms.delete(event.comm);
      else if (event.kind === 'foreign') this.settle(state, event.created, null);
      else if (this.arrive(state, event)) return;
      else this.settle(state, event.created, null);
      state.at++;
    }
  }

  /** True where the rank now waits for the others. */
  private arrive(state: RankState, event: CollectiveCreation): boolean {
    const parent = this.commOf(state, event.parent);
    if (!parent) return false;
    const turn = state.turns.get(parent.id) ?? 0;
    state.turns.set(parent.id, turn + 1);
    const key = `${parent.id} ${turn}`;
    let operation = this.pending.get(key);
    if (!operation) {
      operation = { parent, arrivals: new Map() };
      this.pending.set(key, operation);
    }
    operation.arrivals.set(state.rank, event);
    const size = parent.members.length + (parent.remote?.length ?? 0);
    if (operation.arrivals.size === size) {
      this.pending.delete(key);
      this.complete(operation);
    }
    return true;
  }

  private complete(operation: Operation): void {
    const [first] = operation.arrivals.values();
    if (first.kind === 'intercomm') {
      this.completeHalf(operation);
      return;
    }
    const given = makeCommunicators(operation.parent, operation.arrivals, {
      registry: this.registry,
      dims: this.dims,
      groupOf: (rank, group) => this.states.get(rank)?.groups.get(group) ?? null,
    });
    this.release(operation, given);
  }

  /** One group of an intercommunicator has arrived; it is made when the other has, too. */
  private completeHalf(operation: Operation): void {
    const mine = this.leaders(operation);
    const at = this.halves.findIndex((other) => {
      const theirs = this.leaders(other);
      return (
        mine !== null &&
        theirs !== null &&
        mine.leader === theirs.remote &&
        mine.remote === theirs.leader &&
        mine.tag === theirs.tag
      );
    });
    if (at < 0) {
      this.halves.push(operation);
      return;
    }
    const [other] = this.halves.splice(at, 1);
    const [first, second] = [operation, other].sort(
      (a, b) => (this.leaders(a)?.leader ?? 0) - (this.leaders(b)?.leader ?? 0),
    );
    const made = this.registry.add(first.parent.members, second.parent.members, 'MPI_Intercomm_create');
    for (const half of [first, second]) {
      this.release(half, new Map([...half.arrivals.keys()].map((rank) => [rank, made])));
    }
  }

  private leaders(operation: Operation): { leader: number; remote: number; tag: number } | null {
    const [first] = operation.arrivals.values();
    if (first.kind !== 'intercomm') return null;
    const leader = operation.parent.members[first.leader];
    const event = operation.arrivals.get(leader);
    const state = this.states.get(leader);
    if (event?.kind !== 'intercomm' || !state) return null;
    const peers = this.commOf(state, event.peer);
    return peers ? { leader, remote: peers.members[event.remoteLeader] ?? NULL_COMM, tag: event.tag } : null;
  }

  private release(operation: Operation, given: ReadonlyMap<number, Communicator>): void {
    for (const [rank, event] of operation.arrivals) {
      const state = this.states.get(rank);
      if (!state) continue;
      this.settle(state, event.created, given.get(rank) ?? null);
      state.at++;
      this.ready.push(state);
    }
  }

  private settle(state: RankState, created: number, communicator: Communicator | null): void {
    state.created.push(communicator ? communicator.id : NULL_COMM);
    if (created === NULL_COMM) return;
    if (!communicator) this.unknown++;
    state.comms.set(created, communicator);
  }

  /** Nothing moves any more: some rank's file is missing or cut off. Goes on with those that came. */
  private forceOne(): boolean {
    const [oldest] = this.pending;
    if (oldest) {
      const [key, operation] = oldest;
      this.pending.delete(key);
      this.incomplete++;
      this.complete(operation);
      return true;
    }
    const half = this.halves.shift();
    if (!half) return false;
    this.incomplete++;
    this.release(half, new Map());
    return true;
  }

  private commOf(state: RankState, id: number): Communicator | null {
    if (id === this.options.selfId && !state.comms.has(id)) {
      state.comms.set(id, this.registry.add(Int32Array.of(state.rank), null, 'MPI_COMM_SELF'));
    }
    return state.comms.get(id) ?? null;
  }

  private evaluateGroup(state: RankState, event: GroupEvent): void {
    const members = this.groupMembers(state, event);
    if (members) state.groups.set(event.group, members);
    else state.groups.delete(event.group);
  }

  private groupMembers(state: RankState, event: GroupEvent): Int32Array | null {
    if (event.kind === 'group-of') {
      const comm = this.commOf(state, event.comm);
      if (!comm?.remote) return comm?.members ?? null;
      const local = comm.members.includes(state.rank);
      return local !== event.remote ? comm.members : comm.remote;
    }
    if (event.kind === 'group-pick') {
      const from = state.groups.get(event.from);
      if (!from) return null;
      if (!event.exclude)
        return Int32Array.from(
          event.ranks.filter((rank) => rank in from),
          (rank) => from[rank],
        );
      const dropped = new Set(event.ranks);
      return from.filter((_, rank) => !dropped.has(rank));
    }
    const first = state.groups.get(event.first) ?? new Int32Array(0);
    const second = state.groups.get(event.second) ?? new Int32Array(0);
    if (event.how === 'union') return Int32Array.from(new Set([...first, ...second]));
    const inSecond = new Set(second);
    return first.filter((rank) => inSecond.has(rank) === (event.how === 'intersection'));
  }
}
