import type { SpanColumns } from './span-columns.ts';

/** The calls of each rank in order of time: rows[offsets[rank]] up to rows[offsets[rank + 1]]. */
interface CallIndex {
  readonly rows: Int32Array;
  readonly offsets: Int32Array;
}

const known = new WeakMap<Int32Array, CallIndex>();

/** Found once per column. */
export function callIndex(spans: SpanColumns): CallIndex {
  const last = known.get(spans.rank);
  if (last) return last;
  const index = buildIndex(spans);
  known.set(spans.rank, index);
  return index;
}

function buildIndex({ rows: count, rank, enter, exit }: SpanColumns): CallIndex {
  let ranks = 0;
  for (let row = 0; row < count; row++) if (rank[row] >= ranks) ranks = rank[row] + 1;
  const offsets = new Int32Array(ranks + 1);
  for (let row = 0; row < count; row++) offsets[rank[row] + 1]++;
  for (let at = 0; at < ranks; at++) offsets[at + 1] += offsets[at];
  const next = offsets.slice(0, ranks);
  const rows = new Int32Array(count);
  for (let row = 0; row < count; row++) rows[next[rank[row]]++] = row;
  for (let at = 0; at < ranks; at++) {
    const part = rows.subarray(offsets[at], offsets[at + 1]);
    if (!isSorted(part, enter)) part.sort((a, b) => enter[a] - enter[b] || exit[a] - exit[b]);
  }
  return { rows, offsets };
}

function isSorted(rows: Int32Array, enter: Float64Array): boolean {
  for (let at = 1; at < rows.length; at++) if (enter[rows[at]] < enter[rows[at - 1]]) return false;
  return true;
}

/** Place in `rows` of the rank's first call entered at `time` or later; the end of the rank's calls where there is none. */
export function firstEntered(
  { rows, offsets }: CallIndex,
  enter: Float64Array,
  rank: number,
  time: number,
): number {
  if (rank < 0 || rank + 1 >= offsets.length) return -1;
  let low = offsets[rank];
  let high = offsets[rank + 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (enter[rows[middle]] < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The row of the call of a rank that ends at `end` or still runs then; -1 = it is in none. */
export function callEndingAt(index: CallIndex, spans: SpanColumns, rank: number, end: number): number {
  const at = firstEntered(index, spans.enter, rank, end);
  if (at < 0) return -1;
  const { rows, offsets } = index;
  if (at > offsets[rank] && spans.exit[rows[at - 1]] >= end) return rows[at - 1];
  return at < offsets[rank + 1] && spans.enter[rows[at]] === end ? rows[at] : -1;
}

/** The row of the call of a rank that starts at `start` or runs then; -1 = it is in none. */
export function callStartingAt(index: CallIndex, spans: SpanColumns, rank: number, start: number): number {
  const { rows, offsets } = index;
  const next = firstEntered(index, spans.enter, rank, start);
  if (next < 0) return -1;
  if (next < offsets[rank + 1] && spans.enter[rows[next]] === start) return rows[next];
  return next > offsets[rank] && spans.exit[rows[next - 1]] > start ? rows[next - 1] : -1;
}
