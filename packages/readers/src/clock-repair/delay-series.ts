const BINS = 32;

/** The smallest delay seen in each of at most 32 equal stretches of time; stretches double as time goes on. */
export class DelaySeries {
  /** Nanoseconds of a stretch. */
  width = 1e6;
  readonly least = new Float64Array(BINS).fill(Number.POSITIVE_INFINITY);
  /** When that delay was seen. */
  readonly times = new Float64Array(BINS);

  add(time: number, delay: number): void {
    while (time >= this.width * BINS) this.widen();
    const bin = Math.max(0, Math.floor(time / this.width));
    if (delay >= this.least[bin]) return;
    this.least[bin] = delay;
    this.times[bin] = time;
  }

  widen(): void {
    const { least, times } = this;
    for (let bin = 0; bin < BINS; bin++) {
      const from = bin * 2 + (least[bin * 2 + 1] < least[bin * 2] ? 1 : 0);
      least[bin] = from < BINS ? least[from] : Number.POSITIVE_INFINITY;
      times[bin] = from < BINS ? times[from] : 0;
    }
    this.width *= 2;
  }

  get smallest(): number {
    return this.least.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  }
}
