const BINS = 32;

/** The smallest delay seen in each of at most 32 equal stretches of time; stretches double as time goes on. */
export class DelaySeries {
  /** Nanoseconds of a stretch. */
  width = 1e6;
  readonly least = new Float64Array(BINS).fill(Number.POSITIVE_INFINITY);

  add(time: number, delay: number): void {
    while (time >= this.width * BINS) this.widen();
    const bin = Math.max(0, Math.floor(time / this.width));
    if (delay < this.least[bin]) this.least[bin] = delay;
  }

  widen(): void {
    const { least } = this;
    for (let bin = 0; bin < BINS; bin++) {
      least[bin] = bin * 2 < BINS ? Math.min(least[bin * 2], least[bin * 2 + 1]) : Number.POSITIVE_INFINITY;
    }
    this.width *= 2;
  }

  get smallest(): number {
    return this.least.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  }
}
