import { grown, grownFloat } from './message-pool.ts';

/**
 * Packets of one message on their way to one place, each `gap` after the one before; in columns. Packets
 * are numbered through the message.
 */
export class TrainPool {
  place = new Int32Array(16);
  /** Number of the first packet that has not arrived and of the one behind the last. */
  first = new Int32Array(16);
  end = new Int32Array(16);
  /** When the first arrives. */
  time = new Float64Array(16);
  gap = new Float64Array(16);
  /** The same packets on their way to the next place, where they go on as one train; -1 = none. */
  child = new Int32Array(16);
  /** 1 = all its packets wait at the place already and leave one after the other. */
  source = new Uint8Array(16);
  private free = -1;
  private count = 0;

  take(place: number, first: number, end: number, time: number, gap: number): number {
    let train = this.free;
    if (train >= 0) this.free = this.child[train];
    else {
      train = this.count++;
      if (train === this.place.length) this.grow();
    }
    this.place[train] = place;
    this.first[train] = first;
    this.end[train] = end;
    this.time[train] = time;
    this.gap[train] = gap;
    this.child[train] = -1;
    this.source[train] = 0;
    return train;
  }

  release(train: number): void {
    this.child[train] = this.free;
    this.free = train;
  }

  /** Packets from `end` on will not leave as was thought: takes them from the train and from those it became. */
  truncate(train: number, end: number): void {
    for (let at = train; at >= 0; at = this.child[at]) {
      if (this.end[at] > end) this.end[at] = end;
    }
  }

  /** How many of its packets come before a time, or at it where that counts. */
  departedBefore(train: number, time: number, inclusive: boolean): number {
    const since = (time - this.time[train]) / this.gap[train];
    const all = this.end[train] - this.first[train];
    const passed = inclusive ? Math.floor(since) + 1 : Math.ceil(since);
    return passed <= 0 ? 0 : passed < all ? passed : all;
  }

  private grow(): void {
    this.place = grown(this.place);
    this.first = grown(this.first);
    this.end = grown(this.end);
    this.child = grown(this.child);
    this.time = grownFloat(this.time);
    this.gap = grownFloat(this.gap);
    const source = new Uint8Array(this.source.length * 2);
    source.set(this.source);
    this.source = source;
  }
}
