import { type TableFrame, type TextColumn, textAt, textColumn } from '@weft/model';

interface Entry {
  rank: number;
  call: string;
  count: number;
  bytes: number;
  time: number;
}

/** Rows of a profile: time, number and bytes per rank and call. */
export type ProfileRows = TableFrame<'calls', 'rank' | 'call' | 'count' | 'bytes' | 'time'>;

interface Sums<C> {
  readonly rows: number;
  readonly columns: C & { readonly call: TextColumn };
}

/** `enter` and `exit` are sums of the time since the start of the part, at most its length each. */
type SpanSums = Sums<
  Readonly<Record<'rows' | 'enter' | 'exit', Float64Array>> & { readonly rank: Int32Array }
>;
type SentSums = Sums<{ readonly src: Int32Array; readonly bytes: Float64Array }>;
type ContributedSums = Sums<{ readonly rank: Int32Array; readonly bytes: Float64Array }>;

/**
 * Rows of the calls table as they would be of a part of the run alone: calls that reach into it, the time they spend in
 * it, and the bytes of messages and collective contributions that begin in it.
 */
export function callsInTime(
  spans: SpanSums | undefined,
  messages: SentSums | undefined,
  collectives: ContributedSums | undefined,
): ProfileRows {
  const entries = new Map<string, Entry>();
  const entry = (rank: number, call: string): Entry => {
    const key = `${rank} ${call}`;
    const known = entries.get(key) ?? { rank, call, count: 0, bytes: 0, time: 0 };
    entries.set(key, known);
    return known;
  };
  if (spans) addSpans(spans, entry);
  if (messages) addBytes(messages.columns.src, messages.columns, entry);
  if (collectives) addBytes(collectives.columns.rank, collectives.columns, entry);
  const rows = [...entries.values()].sort((a, b) => a.rank - b.rank || (a.call < b.call ? -1 : 1));
  return {
    rows: rows.length,
    columns: {
      rank: Int32Array.from(rows, ({ rank }) => rank),
      call: textColumn(rows.map(({ call }) => call)),
      count: Float64Array.from(rows, ({ count }) => count),
      bytes: Float64Array.from(rows, ({ bytes }) => bytes),
      time: Float64Array.from(rows, ({ time }) => time),
    },
  };
}

type Find = (rank: number, call: string) => Entry;

function addSpans({ rows, columns }: SpanSums, entry: Find): void {
  for (let row = 0; row < rows; row++) {
    const own = entry(columns.rank[row], textAt(columns.call, row) ?? '');
    own.count += columns.rows[row];
    own.time += columns.exit[row] - columns.enter[row];
  }
}

function addBytes(
  rank: Int32Array,
  { call, bytes }: SentSums['columns'] | ContributedSums['columns'],
  entry: Find,
): void {
  for (let row = 0; row < rank.length; row++) {
    const name = textAt(call, row);
    if (name !== null && bytes[row] > 0) entry(rank[row], name).bytes += bytes[row];
  }
}
