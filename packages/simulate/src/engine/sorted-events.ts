import { grown, grownFloat } from './message-pool.ts';

/** How far back an event is put into the current run before a new run begins. */
const FEW_STEPS = 8;

/**
 * Events of one bucket in the order of time and key, in columns. They are added in any order, sorted once, then taken
 * from the front. What was pushed in order stays together as a run; sorting merges runs, so that few runs cost little.
 */
export class SortedEvents {
  times = new Float64Array(64);
  keys = new Float64Array(64);
  events = new Int32Array(64);
  /** The next to take, and the end. */
  at = 0;
  count = 0;
  private spare = { times: this.times.slice(), keys: this.keys.slice(), events: this.events.slice() };
  /** First event of each run. */
  private starts = new Int32Array(64);
  private runs = 0;

  clear(): void {
    this.at = 0;
    this.count = 0;
    this.runs = 1;
  }

  add(time: number, key: number, event: number): void {
    if (this.count === this.times.length) this.grow();
    const { times, keys, events } = this;
    const last = this.count++;
    const first = Math.max(this.starts[this.runs - 1], last - FEW_STEPS);
    let to = last;
    while (to > first && (times[to - 1] > time || (times[to - 1] === time && keys[to - 1] > key))) to--;
    if (to === first && to < last) {
      this.starts[this.runs++] = last;
      to = last;
    }
    for (let i = last; i > to; i--) {
      times[i] = times[i - 1];
      keys[i] = keys[i - 1];
      events[i] = events[i - 1];
    }
    times[to] = time;
    keys[to] = key;
    events[to] = event;
  }

  sort(): void {
    const { starts } = this;
    while (this.runs > 1) {
      let merged = 0;
      for (let run = 0; run < this.runs; run += 2) {
        const first = starts[run];
        const middle = run + 1 < this.runs ? starts[run + 1] : this.count;
        const end = run + 2 < this.runs ? starts[run + 2] : this.count;
        this.merge(first, middle, end);
        starts[merged++] = first;
      }
      this.runs = merged;
      const { times, keys, events } = this;
      this.times = this.spare.times;
      this.keys = this.spare.keys;
      this.events = this.spare.events;
      this.spare = { times, keys, events };
    }
  }

  /** Of two runs that follow each other, one in the spare columns. */
  private merge(first: number, middle: number, end: number): void {
    const { times, keys, events, spare } = this;
    let a = first;
    let b = middle;
    for (let to = first; to < end; to++) {
      const earlier =
        b === end || (a < middle && (times[a] < times[b] || (times[a] === times[b] && keys[a] <= keys[b])));
      const from = earlier ? a++ : b++;
      spare.times[to] = times[from];
      spare.keys[to] = keys[from];
      spare.events[to] = events[from];
    }
  }

  private grow(): void {
    this.times = grownFloat(this.times);
    this.keys = grownFloat(this.keys);
    this.events = grown(this.events);
    this.starts = grown(this.starts);
    this.spare = { times: this.times.slice(), keys: this.keys.slice(), events: this.events.slice() };
  }
}
