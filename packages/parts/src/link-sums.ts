import type { Batch, Tables } from '@weft/model';

const FIRST_LENGTH = 1024;

/** Sum, first, last and largest sample of each link, of one metric. */
export class LinkSums {
  /** Links up to the largest that has a sample. */
  size = 0;
  private readonly mostLinks: number;
  private samples = new Int32Array(FIRST_LENGTH);
  private value = new Float64Array(FIRST_LENGTH);
  private first = new Float64Array(FIRST_LENGTH);
  private last = new Float64Array(FIRST_LENGTH);
  private peak = new Float64Array(FIRST_LENGTH);
  private peakTime = new Float64Array(FIRST_LENGTH);

  constructor(mostLinks: number) {
    this.mostLinks = mostLinks;
  }

  /** Samples of one time, in rows [from, to); returns their sum, or null where links are too many. */
  add(time: number, link: Int32Array, value: Float64Array, from: number, to: number): number | null {
    if (!this.makeRoom(link, from, to)) return null;
    const { samples, value: sums, first, last, peak, peakTime } = this;
    let sum = 0;
    for (let row = from; row < to; row++) {
      const at = link[row];
      const own = value[row];
      const isFirst = samples[at]++ === 0;
      sums[at] += own;
      if (isFirst || time < first[at]) first[at] = time;
      if (isFirst || time > last[at]) last[at] = time;
      if (isFirst || own > peak[at] || (own === peak[at] && time < peakTime[at])) {
        peak[at] = own;
        peakTime[at] = time;
      }
      sum += own;
    }
    return sum;
  }

  batch(metric: string): Batch<Tables['link_sums']> {
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

  /** For the links of some rows; false where they are too many. */
  private makeRoom(link: Int32Array, from: number, to: number): boolean {
    let most = this.size - 1;
    for (let row = from; row < to; row++) {
      if (link[row] < 0) return false;
      if (link[row] > most) most = link[row];
    }
    if (most >= this.mostLinks) return false;
    if (most >= this.size) this.reach(most);
    return true;
  }

  private reach(link: number): void {
    this.size = link + 1;
    if (this.size <= this.samples.length) return;
    const length = Math.max(this.size, 2 * this.samples.length);
    const samples = new Int32Array(length);
    samples.set(this.samples);
    this.samples = samples;
    this.value = grown(this.value, length);
    this.first = grown(this.first, length);
    this.last = grown(this.last, length);
    this.peak = grown(this.peak, length);
    this.peakTime = grown(this.peakTime, length);
  }
}

function grown(values: Float64Array, length: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(length);
  larger.set(values);
  return larger;
}
