import type { Batch, Tables } from '@weft/model';

const FIRST_LENGTH = 1024;

/** Sum, first, last and largest sample of each link, of one metric. */
export class LinkSums {
  /** Links up to the largest that has a sample. */
  size = 0;
  private readonly mostLinks: number;
  private samples = new Int32Array(FIRST_LENGTH);
  private value = new Float64Array(FIRST_LENGTH);
  private first = new Float64Array(FIRST_LENGTH).fill(Number.POSITIVE_INFINITY);
  private last = new Float64Array(FIRST_LENGTH).fill(Number.NEGATIVE_INFINITY);
  private peak = new Float64Array(FIRST_LENGTH).fill(Number.NEGATIVE_INFINITY);
  private peakTime = new Float64Array(FIRST_LENGTH);
  /** Most steps have the same links: how many samples, and when, is told to these when others come. */
  private links = new Int32Array(0);
  private linkCount = 0;
  private steps = 0;
  private from = Number.POSITIVE_INFINITY;
  private to = Number.NEGATIVE_INFINITY;

  constructor(mostLinks: number) {
    this.mostLinks = mostLinks;
  }

  /** Samples of one time, in rows [from, to); returns their sum, or null where links are too many. */
  add(time: number, link: Int32Array, value: Float64Array, from: number, to: number): number | null {
    if (!this.hasLinks(link, from, to) && !this.follow(link, from, to)) return null;
    this.steps++;
    this.from = Math.min(this.from, time);
    this.to = Math.max(this.to, time);
    const { value: sums, peak, peakTime } = this;
    let sum = 0;
    for (let row = from; row < to; row++) {
      const at = link[row];
      const own = value[row];
      sums[at] += own;
      if (own > peak[at] || (own === peak[at] && time < peakTime[at])) {
        peak[at] = own;
        peakTime[at] = time;
      }
      sum += own;
    }
    return sum;
  }

  batch(metric: string): Batch<Tables['link_sums']> {
    this.endSteps();
    const link = Int32Array.from(this.samples.keys()).filter((at) => this.samples[at] > 0);
    const take = (values: Float64Array) => Float64Array.from(link, (at) => values[at]);
    return {
      rows: link.length,
      columns: {
        metric: { codes: new Int32Array(link.length), dictionary: [metric] },
        link,
        samples: Float64Array.from(link, (at) => this.samples[at]),
        value: take(this.value),
        first: take(this.first),
        last: take(this.last),
        peak: take(this.peak),
        peak_time: take(this.peakTime),
      },
    };
  }

  /** Whether the steps before had the links of these rows. */
  private hasLinks(link: Int32Array, from: number, to: number): boolean {
    const { links, linkCount } = this;
    if (linkCount !== to - from) return false;
    for (let at = 0; at < linkCount; at++) if (links[at] !== link[from + at]) return false;
    return true;
  }

  /** The steps to come have the links of these rows; false where they are too many. */
  private follow(link: Int32Array, from: number, to: number): boolean {
    this.endSteps();
    let most = this.size - 1;
    for (let row = from; row < to; row++) {
      if (link[row] < 0) return false;
      if (link[row] > most) most = link[row];
    }
    if (most >= this.mostLinks) return false;
    if (most >= this.size) this.reach(most);
    this.linkCount = to - from;
    if (this.links.length < this.linkCount) this.links = new Int32Array(2 * this.linkCount);
    for (let row = from; row < to; row++) this.links[row - from] = link[row];
    return true;
  }

  private endSteps(): void {
    const { links, linkCount, steps, from, to, samples, first, last } = this;
    for (let row = 0; row < linkCount; row++) {
      const at = links[row];
      samples[at] += steps;
      if (from < first[at]) first[at] = from;
      if (to > last[at]) last[at] = to;
    }
    this.steps = 0;
    this.from = Number.POSITIVE_INFINITY;
    this.to = Number.NEGATIVE_INFINITY;
  }

  private reach(link: number): void {
    this.size = link + 1;
    if (this.size <= this.samples.length) return;
    const length = Math.max(this.size, 2 * this.samples.length);
    const samples = new Int32Array(length);
    samples.set(this.samples);
    this.samples = samples;
    this.value = grown(this.value, length, 0);
    this.first = grown(this.first, length, Number.POSITIVE_INFINITY);
    this.last = grown(this.last, length, Number.NEGATIVE_INFINITY);
    this.peak = grown(this.peak, length, Number.NEGATIVE_INFINITY);
    this.peakTime = grown(this.peakTime, length, 0);
  }
}

function grown(values: Float64Array, length: number, rest: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(length).fill(rest, values.length);
  larger.set(values);
  return larger;
}
