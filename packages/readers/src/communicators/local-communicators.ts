import { NONE } from '@weft/model';
import type { CommunicatorMembers } from './communicator-members.ts';

/** The communicators as one rank sees them: its own id of each now, and the group its messages address. */
export class LocalCommunicators {
  private readonly table: CommunicatorMembers;
  private readonly rank: number;
  private current = new Int32Array(64).fill(NONE);
  /** Whether a message named the communicator of this rank alone, whose id lies behind all others. */
  usesSelf = false;
  private readonly sides = new Map<number, number>();

  constructor(table: CommunicatorMembers, rank: number, worldId: number) {
    this.table = table;
    this.rank = rank;
    this.define(worldId, 0);
  }

  /** From here on the rank's `localId` means communicator `id`; -1 = unknown. */
  define(localId: number, id: number): void {
    const at = localId & 0xffff;
    if (at >= this.current.length) {
      const bigger = new Int32Array(Math.max(at + 1, this.current.length * 2)).fill(NONE);
      bigger.set(this.current);
      this.current = bigger;
    }
    this.current[at] = id;
  }

  idOf(localId: number): number {
    const at = localId & 0xffff;
    return at < this.current.length ? this.current[at] : NONE;
  }

  /** World rank of a peer; -1 where the communicator has no such rank. */
  peer(id: number, rank: number): number {
    const { offsets, splits, values } = this.table;
    if (id >= splits.length) {
      this.usesSelf = true;
      return rank === 0 ? this.rank : NONE;
    }
    const remote = offsets[id + 1] - splits[id];
    if (remote === 0) return rank >= 0 && rank < splits[id] - offsets[id] ? values[offsets[id] + rank] : NONE;
    const first = this.peerSide(id);
    const size = first === splits[id] ? remote : splits[id] - offsets[id];
    return rank >= 0 && rank < size ? values[first + rank] : NONE;
  }

  /** Ranks that messages of this rank can address: those of the other group of an intercommunicator. */
  peers(id: number): number {
    const { offsets, splits } = this.table;
    if (id >= splits.length) return 1;
    if (!this.hasTwoGroups(id)) return splits[id] - offsets[id];
    return this.peerSide(id) === splits[id] ? offsets[id + 1] - splits[id] : splits[id] - offsets[id];
  }

  /** Whether it is an intercommunicator. */
  hasTwoGroups(id: number): boolean {
    const { offsets, splits } = this.table;
    return id < splits.length && offsets[id + 1] > splits[id];
  }

  /** Start of the group on the other side of an intercommunicator. */
  private peerSide(id: number): number {
    const known = this.sides.get(id);
    if (known !== undefined) return known;
    const { offsets, splits, values } = this.table;
    const local = values.subarray(offsets[id], splits[id]).includes(this.rank);
    const side = local ? splits[id] : offsets[id];
    this.sides.set(id, side);
    return side;
  }
}
