import { batchFromRows, calls, type Frame, NONE, type TextColumn, textAt, textColumn } from '@weft/model';

interface Entry {
  rank: number;
  call: string;
  count: number;
  bytes: number;
  time: number;
}

type Range = readonly [number, number];

/**
 * Rows of the calls table as they would be of a part of the run alone: calls that reach into it, the time they spend in
 * it, and the bytes of messages and collective contributions that begin in it.
 */
export function callsInTime(spans: Frame, messages: Frame, collectives: Frame, range: Range): Frame {
  const entries = new Map<string, Entry>();
  const entry = (rank: number, call: string): Entry => {
    const key = `${rank} ${call}`;
    const known = entries.get(key) ?? { rank, call, count: 0, bytes: 0, time: 0 };
    entries.set(key, known);
    return known;
  };
  addSpans(spans, range, entry);
  addBytes(messages, 'src', 'send_start', range, entry);
  addBytes(collectives, 'rank', 'enter', range, entry);
  const rows = [...entries.values()].sort((a, b) => a.rank - b.rank || (a.call < b.call ? -1 : 1));
  return rows.length === 0
    ? batchFromRows(calls, [])
    : {
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
function addSpans({ rows, columns }: Frame, [from, to]: Range, entry: Find): void {
  const rank = columns.rank as Int32Array;
  const call = columns.call as TextColumn;
  const { enter, exit } = columns as Record<string, Float64Array>;
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

function addBytes({ rows, columns }: Frame, by: string, when: string, [from, to]: Range, entry: Find): void {
  const rank = columns[by] as Int32Array;
  const start = columns[when] as Float64Array;
  const bytes = columns.bytes as Float64Array;
  for (let row = 0; row < rows; row++) {
    if (start[row] === NONE || start[row] < from || start[row] >= to) continue;
    const name = textAt(columns.call as TextColumn, row);
    if (name !== null && bytes[row] > 0) entry(rank[row], name).bytes += bytes[row];
  }
}
