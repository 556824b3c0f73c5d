import { Interner, NONE, type TextColumn } from '@weft/model';

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
  private readonly edges = new Map<number, number>();
  private readonly keys: number[] = [];
  private readonly messages: number[] = [];
  private readonly bytes: number[] = [];
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
    const place = this.names.dictionary.map((name) => calls.indexOf(name));
    const order = this.keys.map((_, at) => at).sort((a, b) => this.compare(a, b, place));
    return {
      ranks: this.ranks,
      src: Int32Array.from(order, (at) => this.part(at).src),
      dst: Int32Array.from(order, (at) => this.part(at).dst),
      call: Int32Array.from(order, (at) => place[this.part(at).call]),
      calls,
      messages: Float64Array.from(order, (at) => this.messages[at]),
      bytes: Float64Array.from(order, (at) => this.bytes[at]),
    };
  }

  private count(src: number, dst: number, call: number, messages: number, bytes: number): void {
    const key = (src * RANKS + dst) * CALLS + call;
    let at = this.edges.get(key);
    if (at === undefined) {
      at = this.keys.length;
      this.edges.set(key, at);
      this.keys.push(key);
      this.messages.push(0);
      this.bytes.push(0);
      this.ranks = Math.max(this.ranks, src + 1, dst + 1);
    }
    this.messages[at] += messages;
    this.bytes[at] += bytes;
  }

  private part(at: number): { src: number; dst: number; call: number } {
    const key = this.keys[at];
    const pair = Math.floor(key / CALLS);
    return { src: Math.floor(pair / RANKS), dst: pair % RANKS, call: key % CALLS };
  }

  private compare(a: number, b: number, place: readonly number[]): number {
    const [one, two] = [this.part(a), this.part(b)];
    return one.src - two.src || one.dst - two.dst || place[one.call] - place[two.call];
  }
}

/** Room for ranks and for names of calls in a key below 2^53. */
const RANKS = 2 ** 22;
const CALLS = 2 ** 9;
