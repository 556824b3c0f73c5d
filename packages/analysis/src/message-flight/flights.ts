import type { MessageBatch } from '../queries/message-batches.ts';
import type { RankHosts } from '../turning-layers/rank-hosts.ts';
import { type RecordedHops, recordedArrival, recordedPath } from './recorded-hops.ts';

/** Messages that cross the network, in the order they set out; each on a path that pairs of hosts share. */
export interface Flights {
  readonly count: number;
  /** Row of the messages table. */
  readonly row: Int32Array;
  readonly path: Int32Array;
  readonly from: Float64Array;
  readonly to: Float64Array;
  readonly bytes: Float64Array;
  /** Longest time any message is under way: the window to look back over. */
  readonly longest: number;
  readonly paths: FlightPaths;
  /** When messages cross their links, where it was recorded. */
  readonly hops: RecordedHops | null;
  /** Messages that stay on their host, have no placement, no time, or no path. */
  readonly skipped: { readonly local: number; readonly unplaced: number; readonly unreachable: number };
}

/** Path p visits vertices[offsets[p] .. offsets[p + 1]), from host to host. */
interface FlightPaths {
  readonly count: number;
  readonly offsets: Int32Array;
  readonly vertices: Int32Array;
}

/** Vertices from one host to another, both included; null where there is no path. */
type TracePath = (from: number, to: number) => Int32Array | null;

/** Recorded hops, and the ends of the links they name. */
interface RecordedWays {
  readonly hops: RecordedHops;
  readonly links: { readonly src: Int32Array; readonly dst: Int32Array };
}

export function planFlights(
  messages: MessageBatch,
  job: Int32Array,
  hostOf: RankHosts,
  trace: TracePath,
  recorded: RecordedWays | null = null,
): Flights {
  const paths = createPathStore(trace);
  const skipped = { local: 0, unplaced: 0, unreachable: 0 };
  const rows: number[] = [];
  const pathOfRow = new Int32Array(messages.rows);
  for (let row = 0; row < messages.rows; row++) {
    const from = hostOf(job[row], messages.src[row]);
    const to = hostOf(job[row], messages.dst[row]);
    if (from < 0 || to < 0 || Number.isNaN(messages.sent[row])) skipped.unplaced++;
    else if (from === to) skipped.local++;
    else {
      const own = recorded && recordedPath(recorded.hops, row, recorded.links);
      pathOfRow[row] = own ? paths.keep(from, to, own) : paths.find(from, to);
      if (pathOfRow[row] < 0) skipped.unreachable++;
      else rows.push(row);
    }
  }
  const row = Int32Array.from(rows).sort((a, b) => messages.sent[a] - messages.sent[b] || a - b);
  const from = Float64Array.from(row, (at) => messages.sent[at]);
  // A message seen at one instant only is under way for a nanosecond.
  const to = Float64Array.from(row, (at) =>
    Math.max(recordedArrival(recorded?.hops, at) ?? messages.received[at], messages.sent[at] + 1),
  );
  let longest = 0;
  for (let i = 0; i < row.length; i++) longest = Math.max(longest, to[i] - from[i]);
  return {
    count: row.length,
    row,
    path: row.map((at) => pathOfRow[at]),
    from,
    to,
    bytes: Float64Array.from(row, (at) => messages.bytes[at]),
    longest,
    paths: paths.finish(),
    hops: recorded?.hops ?? null,
    skipped,
  };
}

function createPathStore(trace: TracePath) {
  const known = new Map<number, number>();
  const offsets = [0];
  let vertices = new Int32Array(1024);
  let used = 0;
  const add = (path: Int32Array): number => {
    while (used + path.length > vertices.length) vertices = grown(vertices);
    vertices.set(path, used);
    used += path.length;
    offsets.push(used);
    return offsets.length - 2;
  };
  const kept = new Map<number, number[]>();
  const equals = (number: number, path: Int32Array): boolean =>
    offsets[number + 1] - offsets[number] === path.length &&
    path.every((vertex, i) => vertices[offsets[number] + i] === vertex);
  return {
    /** A path of its own, shared by all messages of the pair that take the same. */
    keep(from: number, to: number, path: Int32Array): number {
      const key = from * 2 ** 26 + to;
      const ways = kept.get(key) ?? [];
      const found = ways.find((number) => equals(number, path));
      if (found !== undefined) return found;
      const number = add(path);
      kept.set(key, [...ways, number]);
      return number;
    },
    find(from: number, to: number): number {
      const key = from * 2 ** 26 + to;
      const found = known.get(key);
      if (found !== undefined) return found;
      const path = trace(from, to);
      const number = path ? add(path) : -1;
      known.set(key, number);
      return number;
    },
    finish: (): FlightPaths => ({
      count: offsets.length - 1,
      offsets: Int32Array.from(offsets),
      vertices: vertices.slice(0, used),
    }),
  };
}

function grown(array: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(array.length * 2);
  larger.set(array);
  return larger;
}
