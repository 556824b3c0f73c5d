import { NONE } from '@weft/model';
import { type ArchiveCommunicators, COMM_GLOBAL_RANKS, COMM_INTER, COMM_SELF } from './decode-context.ts';

/** The communicators as one rank sees them: ranks inside become world ranks. */
export class CommunicatorView {
  private readonly table: ArchiveCommunicators;
  private readonly rank: number;
  private readonly ranks: number;
  /** Where the peers of row r begin and how many there are; -1 = not looked at yet. */
  private readonly begins: Int32Array;
  private readonly counts: Int32Array;

  constructor(table: ArchiveCommunicators, rank: number, ranks: number) {
    this.table = table;
    this.rank = rank;
    this.ranks = ranks;
    this.begins = new Int32Array(table.ids.length).fill(-1);
    this.counts = new Int32Array(table.ids.length);
  }

  /** Id in the communicators table. */
  tableId(row: number): number {
    if (row < 0) return NONE;
    const id = this.table.tableIds[row];
    return this.table.kinds[row] === COMM_SELF ? id + this.rank : id;
  }

  /** World rank of a peer; -1 where the communicator has no such rank. */
  worldRank(row: number, peer: number): number {
    if (row < 0) return NONE;
    const kind = this.table.kinds[row];
    if (kind === COMM_SELF) return peer === 0 ? this.rank : NONE;
    if (kind === COMM_GLOBAL_RANKS) return peer < this.ranks ? peer : NONE;
    if (this.begins[row] < 0) this.look(row);
    return peer < this.counts[row] ? this.table.members[this.begins[row] + peer] : NONE;
  }

  private look(row: number): void {
    const { offsets, members, kinds } = this.table;
    const [first, second, end] = [offsets[2 * row], offsets[2 * row + 1], offsets[2 * row + 2]];
    const inSecond = kinds[row] === COMM_INTER && members.subarray(second, end).includes(this.rank);
    const useSecond = kinds[row] === COMM_INTER && !inSecond;
    this.begins[row] = useSecond ? second : first;
    this.counts[row] = useSecond ? end - second : second - first;
  }
}
