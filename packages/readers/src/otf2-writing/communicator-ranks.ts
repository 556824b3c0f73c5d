import { NONE, type TableFrame } from '@weft/model';

/** Ranks inside communicators: messages of OTF2 name them, those of a dataset world ranks. */
export interface CommunicatorRanks {
  /** Members in their order, by the id of the communicator; 0 is the world. */
  readonly members: ReadonlyMap<number, Int32Array>;
  /** The communicator to write, and the rank in it; the world where one of the ranks is no member. */
  locate(
    comm: number,
    ...worldRanks: readonly number[]
  ): { readonly comm: number; readonly ranks: readonly number[] };
}

export function communicatorRanks(
  { rows, columns }: TableFrame<'communicators', 'job' | 'comm' | 'rank' | 'world_rank'>,
  job: number,
  worldSize: number,
): CommunicatorRanks {
  const lists = new Map<number, number[]>();
  for (let row = 0; row < rows; row++) {
    if (columns.job[row] !== job) continue;
    const list = lists.get(columns.comm[row]) ?? [];
    list[columns.rank[row]] = columns.world_rank[row];
    lists.set(columns.comm[row], list);
  }
  const world = Int32Array.from({ length: worldSize }, (_, rank) => rank);
  const members = new Map([[0, world]]);
  const places = new Map<number, Map<number, number>>();
  for (const [comm, list] of lists) {
    if (comm === 0 || list.includes(undefined as never)) continue;
    members.set(comm, Int32Array.from(list));
    places.set(comm, new Map(list.map((rank, place) => [rank, place])));
  }
  return {
    members,
    locate(comm, ...worldRanks) {
      const place = places.get(comm);
      const ranks = worldRanks.map((rank) => place?.get(rank) ?? NONE);
      return place && !ranks.includes(NONE) ? { comm, ranks } : { comm: 0, ranks: worldRanks };
    },
  };
}
