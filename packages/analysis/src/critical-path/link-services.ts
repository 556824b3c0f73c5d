import type { TableFrame } from '@weft/model';

export type ServedHops = TableFrame<'hops', 'message' | 'link' | 'ready' | 'entered' | 'left'>;

/** A stretch of waiting and the message that was served meanwhile; -1 = none, the link was free. */
interface ServedStretch {
  readonly from: number;
  readonly to: number;
  readonly message: number;
}

/** Which message each link serves when: rows of `hops` by link, sorted where they are asked for. */
export class LinkServices {
  private readonly hops: ServedHops;
  private readonly offsets: Int32Array;
  private readonly order: Int32Array;
  private readonly sorted: Uint8Array;

  constructor(hops: ServedHops) {
    this.hops = hops;
    const { link } = hops.columns;
    const links = link.reduce((most, id) => Math.max(most, id + 1), 0);
    this.offsets = new Int32Array(links + 1);
    for (let row = 0; row < hops.rows; row++) this.offsets[link[row] + 1]++;
    for (let id = 0; id < links; id++) this.offsets[id + 1] += this.offsets[id];
    const next = this.offsets.slice();
    this.order = new Int32Array(hops.rows);
    for (let row = 0; row < hops.rows; row++) this.order[next[link[row]]++] = row;
    this.sorted = new Uint8Array(links);
  }

  /** The time from `from` to `to` at a link, cut by the messages it serves. */
  *stretches(link: number, from: number, to: number): Iterable<ServedStretch> {
    const rows = this.rowsOf(link);
    const { entered, left, message } = this.hops.columns;
    let at = from;
    for (let i = this.firstAfter(rows, from); i < rows.length && at < to; i++) {
      const begins = Math.max(entered[rows[i]], at);
      const ends = Math.min(left[rows[i]], to);
      if (ends <= begins) continue;
      if (begins > at) yield { from: at, to: Math.min(begins, to), message: -1 };
      yield { from: begins, to: ends, message: message[rows[i]] };
      at = ends;
    }
    if (at < to) yield { from: at, to, message: -1 };
  }

  private rowsOf(link: number): Int32Array {
    const { entered, left } = this.hops.columns;
    const rows = this.order.subarray(this.offsets[link], this.offsets[link + 1]);
    if (this.sorted[link] === 0) rows.sort((a, b) => entered[a] - entered[b] || left[a] - left[b]);
    this.sorted[link] = 1;
    return rows;
  }

  /** Of the services in order of their begin, the first that may end after a time. */
  private firstAfter(rows: Int32Array, time: number): number {
    const { entered } = this.hops.columns;
    let low = 0;
    let high = rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (entered[rows[middle]] < time) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }
}
