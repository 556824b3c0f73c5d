import type { Batch, communicators } from '@weft/model';
import type { Communicator } from './communicator-registry.ts';

/** Rows of the communicators table; the remote group of an intercommunicator continues the numbering of the first. */
export function communicatorRows(list: readonly Communicator[], job: number): Batch<typeof communicators> {
  const rows = list.reduce((sum, { members, remote }) => sum + members.length + (remote?.length ?? 0), 0);
  const columns = {
    job: new Int32Array(rows).fill(job),
    comm: new Int32Array(rows),
    rank: new Int32Array(rows),
    world_rank: new Int32Array(rows),
  };
  let row = 0;
  for (const { id, members, remote } of list) {
    const all = remote ? [...members, ...remote] : members;
    all.forEach((world, rank) => {
      columns.comm[row] = id;
      columns.rank[row] = rank;
      columns.world_rank[row] = world;
      row++;
    });
  }
  return { rows, columns };
}
