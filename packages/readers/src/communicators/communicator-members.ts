import type { Communicator } from './communicator-registry.ts';

/** All communicators in shared memory, so that every thread translates ranks without a copy. */
export interface CommunicatorMembers {
  /** Members of communicator c: values[offsets[c] .. splits[c]); its remote group: .. offsets[c + 1]. */
  readonly offsets: Int32Array;
  readonly splits: Int32Array;
  readonly values: Int32Array;
}

export function shareCommunicators(list: readonly Communicator[]): CommunicatorMembers {
  const total = list.reduce((sum, { members, remote }) => sum + members.length + (remote?.length ?? 0), 0);
  const shared = (length: number) =>
    new Int32Array(new SharedArrayBuffer(Math.max(4, length * 4)), 0, length);
  const table = { offsets: shared(list.length + 1), splits: shared(list.length), values: shared(total) };
  let at = 0;
  list.forEach(({ members, remote }, id) => {
    table.offsets[id] = at;
    table.values.set(members, at);
    at += members.length;
    table.splits[id] = at;
    if (remote) table.values.set(remote, at);
    at += remote?.length ?? 0;
    table.offsets[id + 1] = at;
  });
  return table;
}
