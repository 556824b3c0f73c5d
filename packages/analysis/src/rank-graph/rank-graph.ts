import { Interner, NONE, type TextColumn } from '@weft/model';
import { PairCounter, type PairSums } from '../matrix-tiles/pair-sums.ts';

/** The traffic of a run as a directed multigraph: one edge per sender, receiver and call. */
export interface RankGraph {
  readonly ranks: number;
  readonly src: Int32Array;
  readonly dst: Int32Array;
  /** Index into `calls`. */
  readonly call: Int32Array;
  readonly calls: readonly string[];
  readonly messages: Float64Array;
  readonly bytes: Float64Array;
}

/** Columns of messages, some rows at a time. */
interface MessageColumns {
  readonly rows: number;
  readonly src: Int32Array;
  readonly dst: Int32Array;
  readonly bytes: Float64Array;
  /** Messages of a row. */
  readonly count: Float64Array;
  readonly call: TextColumn;
}

/** What is left out of the graph, and how often that was the case. */
export interface LeftOut {
  /** Messages of broadcasts. */
  broadcasts: number;
  /** Messages without a sender or a receiver. */
  nowhere: number;
}

/** Broadcasts say little about a code and would join one rank to all others. */
const BROADCAST = /^MPI_I?bcast(_init)?$/i;

const UNNAMED = 'unnamed call';

/** Adds messages up to edges. Edges are ordered by sender, receiver and name of the call, however messages come. */
export class RankGraphBuilder {
  readonly leftOut: LeftOut = { broadcasts: 0, nowhere: 0 };
  private readonly names = new Interner();
  /** Bytes and messages of the pairs of each call. */
  private readonly pairs: PairCounter[] = [];
  private ranks = 0;

  /** Ranks that neither send nor receive belong to the run, too. */
  atLeast(ranks: number): void {
    this.ranks = Math.max(this.ranks, ranks);
  }

  add({ rows, src, dst, bytes, count, call }: MessageColumns): void {
    const codes = call.dictionary.map((name) => (BROADCAST.test(name) ? NONE : this.names.code(name)));
    for (let row = 0; row < rows; row++) {
      if (src[row] < 0 || dst[row] < 0) this.leftOut.nowhere += count[row];
      else {
        const code = call.codes[row] < 0 ? this.names.code(UNNAMED) : codes[call.codes[row]];
        if (code === NONE) this.leftOut.broadcasts += count[row];
        else this.count(src[row], dst[row], code, count[row], Math.max(0, bytes[row]));
      }
    }
  }

  build(): RankGraph {
    const calls = [...this.names.dictionary].sort();
    const sums = calls.map((name) => (this.pairs[this.names.code(name)] ?? new PairCounter()).sums());
    return { ranks: this.ranks, calls, ...mergeCalls(sums) };
  }

  private count(src: number, dst: number, call: number, messages: number, bytes: number): void {
    this.pairs[call] ??= new PairCounter();
    this.pairs[call].addPair(src, dst, bytes, messages);
    this.atLeast(Math.max(src, dst) + 1);
  }
}

/** The pairs of all calls in one order: by sender, receiver and call. */
function mergeCalls(calls: readonly PairSums[]): Omit<RankGraph, 'ranks' | 'calls'> {
  const rows = calls.reduce((sum, { src }) => sum + src.length, 0);
  const edges = {
    src: new Int32Array(rows),
    dst: new Int32Array(rows),
    call: new Int32Array(rows),
    messages: new Float64Array(rows),
    bytes: new Float64Array(rows),
  };
  const next = new Int32Array(calls.length);
  for (let row = 0; row < rows; row++) {
    const call = firstCall(calls, next);
    const { src, dst, amount, count } = calls[call];
    const at = next[call]++;
    edges.src[row] = src[at];
    edges.dst[row] = dst[at];
    edges.call[row] = call;
    edges.messages[row] = count[at];
    edges.bytes[row] = amount[at];
  }
  return edges;
}

/** The call whose next pair comes first. */
function firstCall(calls: readonly PairSums[], next: Int32Array): number {
  let first = -1;
  for (let call = 0; call < calls.length; call++) {
    const { src, dst } = calls[call];
    const at = next[call];
    if (at === src.length) continue;
    const before =
      first < 0 ? 1 : calls[first].src[next[first]] - src[at] || calls[first].dst[next[first]] - dst[at];
    if (before > 0) first = call;
  }
  return first;
}
