import { NONE, type TableFrame, type TextColumn, textAt, textColumn } from '@weft/model';

interface Entry {
  rank: number;
  call: string;
  count: number;
  bytes: number;
  time: number;
}

type Range = readonly [number, number];

/** Rows of a profile: time, number and bytes per rank and call. */
export type ProfileRows = TableFrame<'calls', 'rank' | 'call' | 'count' | 'bytes' | 'time'>;

type Spans = TableFrame<'spans', 'rank' | 'call' | 'enter' | 'exit'>;
type SentMessages = TableFrame<'messages', 'src' | 'call' | 'bytes' | 'send_start'>;
type Contributions = TableFrame<'collectives', 'rank' | 'call' | 'bytes' | 'enter'>;

/**
 * Rows of the calls table as they would be of a part of the run alone: calls that reach into it, the time they spend in
 * it, and the bytes of messages and collective contributions that begin in it.
 */
export function callsInTime(
  spans: Spans | undefined,
  messages: SentMessages | undefined,
  collectives: Contributions | undefined,
  range: Range,
): ProfileRows {
  const entries = new Map<string, Entry>();
  const entry = (rank: number, call: string): Entry => {
    const key = `${rank} ${call}`;
    const known = entries.get(key) ?? { rank, call, count: 0, bytes: 0, time: 0 };
    entries.set(key, known);
    return known;
  };
  if (spans) addSpans(spans, range, entry);
  if (messages) {
    const { src, send_start, call, bytes } = messages.columns;
    addBytes({ rank: src, start: send_start, call, bytes }, range, entry);
  }
  if (collectives) addBytes({ ...collectives.columns, start: collectives.columns.enter }, range, entry);
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

/** Sums per rank and code first: a name is looked up once for each of them, not for each call. */
function addSpans({ rows, columns }: Spans, [from, to]: Range, entry: Find): void {
  const { rank, call, enter, exit } = columns;
  let last: Entry | null = null;
  let lastRank = NONE;
  let lastCode = NONE;
  for (let row = 0; row < rows; row++) {
    if (enter[row] >= to || exit[row] < from) continue;
    if (!last || rank[row] !== lastRank || call.codes[row] !== lastCode) {
      [lastRank, lastCode] = [rank[row], call.codes[row]];
      last = entry(lastRank, textAt(call, row) ?? '');
    }
    last.count++;
    last.time += Math.min(exit[row], to) - Math.max(enter[row], from);
  }
}

interface SentBytes {
  readonly rank: Int32Array;
  readonly start: Float64Array;
  readonly call: TextColumn;
  readonly bytes: Float64Array;
}

function addBytes({ rank, start, call, bytes }: SentBytes, [from, to]: Range, entry: Find): void {
  for (let row = 0; row < rank.length; row++) {
    if (start[row] === NONE || start[row] < from || start[row] >= to) continue;
    const name = textAt(call, row);
    if (name !== null && bytes[row] > 0) entry(rank[row], name).bytes += bytes[row];
  }
}
