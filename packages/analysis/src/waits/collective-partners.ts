import { NONE, type TableFrame, textAt } from '@weft/model';

/** Data flow from the root: the others wait for it. */
const FROM_ROOT = /^P?MPI_(Bcast|Scatterv?)$/;
/** Data flow to the root: it waits for the others. */
const TO_ROOT = /^P?MPI_(Reduce|Gatherv?)$/;
/** Calls that return before the others enter, or need only the ranks before: no rank is known to wait for the last one. */
const LOOSE = /^P?MPI_(I[a-z]|Scan|Exscan)/;

/** What a rank of a collective call cannot end before: when another rank came. */
interface PartnerEvents {
  readonly partner: Int32Array;
  readonly time: Float64Array;
}

interface Gathering {
  last: number;
  lastRow: number;
  rootRow: number;
}

/** The columns of collective calls that tell who waits. */
export type CollectiveFrame = TableFrame<
  'collectives',
  'comm' | 'seq' | 'root' | 'rank' | 'call' | 'enter' | 'exit'
>;

const known = new WeakMap<CollectiveFrame, PartnerEvents>();

/** For each row the rank that it waits for, and when that rank entered; NONE where it waits for no rank. Found once per frame. */
export function collectivePartners(frame: CollectiveFrame): PartnerEvents {
  const last = known.get(frame);
  if (last) return last;
  const events = findPartners(frame);
  known.set(frame, events);
  return events;
}

function findPartners({ rows, columns }: CollectiveFrame): PartnerEvents {
  const events = { partner: new Int32Array(rows).fill(NONE), time: new Float64Array(rows) };
  const { comm, seq, rank, root, enter, call } = columns;
  const gatherings = new Map<number, Gathering>();
  for (let row = 0; row < rows; row++) {
    if (comm[row] === NONE || enter[row] === NONE) continue;
    const key = comm[row] * 2 ** 31 + seq[row];
    const gathering = gatherings.get(key) ?? { last: Number.NEGATIVE_INFINITY, lastRow: -1, rootRow: -1 };
    gatherings.set(key, gathering);
    if (enter[row] > gathering.last) {
      gathering.last = enter[row];
      gathering.lastRow = row;
    }
    if (rank[row] === root[row]) gathering.rootRow = row;
  }
  for (let row = 0; row < rows; row++) {
    const gathering = gatherings.get(comm[row] * 2 ** 31 + seq[row]);
    if (!gathering || enter[row] === NONE) continue;
    const needed = neededRow(textAt(call, row) ?? '', gathering, rank[row] === root[row]);
    if (needed < 0 || rank[needed] === rank[row]) continue;
    events.partner[row] = rank[needed];
    events.time[row] = enter[needed];
  }
  return events;
}

function neededRow(call: string, { lastRow, rootRow }: Gathering, isRoot: boolean): number {
  switch (collectiveFlow(call)) {
    case 'loose':
      return -1;
    case 'from-root':
      return isRoot ? -1 : rootRow;
    case 'to-root':
      return isRoot ? lastRow : -1;
    case 'all':
      return lastRow;
  }
}

/** Who waits for whom in a collective call: the others for the root, the root for the others, all for all, or nobody for sure. */
export function collectiveFlow(call: string): 'from-root' | 'to-root' | 'all' | 'loose' {
  if (LOOSE.test(call)) return 'loose';
  if (FROM_ROOT.test(call)) return 'from-root';
  return TO_ROOT.test(call) ? 'to-root' : 'all';
}
