/** Values of the metrics of a batch of events, one after the other. */
export class MetricValues {
  count = 0;
  numbers = new Float64Array(64);

  add(value: number): void {
    if (this.count === this.numbers.length) {
      const wider = new Float64Array(2 * this.count);
      wider.set(this.numbers);
      this.numbers = wider;
    }
    this.numbers[this.count++] = value;
  }
}
