import type { Batch, Tables } from '@weft/model';

/** Time inside calls and calls entered, by call and bin of time, of one block of ranks. */
export class SumCells {
  /** Bins of a call: the cells from call * bins on. */
  readonly bins: number;
  time = new Float64Array(0);
  count = new Float64Array(0);
  /** Calls that have room here. */
  calls = 0;
  private used = new Uint8Array(0);

  constructor(bins: number) {
    this.bins = bins;
  }

  /** Splits the time of each call of MPI among the bins it covers; `numbers` holds the call of each code. */
  addSpans(
    numbers: Int32Array,
    { call: calls, enter, exit, kind }: Batch<Tables['spans']>['columns'],
    from: number,
    to: number,
    bin: number,
  ): void {
    this.reserve(numbers);
    const { bins, time, count, used } = this;
    const mpi = kind.dictionary.indexOf('mpi');
    const perBin = 1 / bin;
    for (let row = from; row < to; row++) {
      if (exit[row] < enter[row] || kind.codes[row] !== mpi) continue;
      const call = numbers[calls.codes[row]];
      const base = call * bins;
      const start = Math.max(0, enter[row]);
      const end = Math.max(0, exit[row]);
      const first = Math.floor(start * perBin);
      const last = Math.floor(end * perBin);
      used[call] = 1;
      count[base + first]++;
      for (let at = first; at <= last; at++)
        time[base + at] += Math.min(end, (at + 1) * bin) - Math.max(start, at * bin);
    }
  }

  addCell(call: number, at: number, time: number, count: number): void {
    if (call >= this.calls) this.grow(call + 1);
    this.used[call] = 1;
    this.time[call * this.bins + at] += time;
    this.count[call * this.bins + at] += count;
  }

  /** Every second bin joins the one before. */
  doubleBins(): void {
    for (let call = 0; call < this.calls; call++) {
      if (this.used[call] === 1)
        for (const cells of [this.time, this.count]) halve(cells, call * this.bins, this.bins);
    }
  }

  /** Hands over the cells that hold anything, call by call, and leaves all empty. */
  take(each: (call: number, at: number, time: number, count: number) => void): void {
    for (let call = 0; call < this.calls; call++) {
      if (this.used[call] === 0) continue;
      this.used[call] = 0;
      const base = call * this.bins;
      for (let at = 0; at < this.bins; at++) {
        if (this.count[base + at] === 0 && this.time[base + at] === 0) continue;
        each(call, at, this.time[base + at], this.count[base + at]);
        this.time[base + at] = 0;
        this.count[base + at] = 0;
      }
    }
  }

  private reserve(numbers: Int32Array): void {
    let most = 0;
    for (let at = 0; at < numbers.length; at++) if (numbers[at] >= most) most = numbers[at] + 1;
    if (most > this.calls) this.grow(most);
  }

  private grow(calls: number): void {
    this.calls = Math.max(calls, 2 * this.calls, 16);
    this.time = enlarged(this.time, this.calls * this.bins);
    this.count = enlarged(this.count, this.calls * this.bins);
    const used = new Uint8Array(this.calls);
    used.set(this.used);
    this.used = used;
  }
}

function halve(cells: Float64Array, base: number, bins: number): void {
  const half = bins / 2;
  for (let at = 0; at < half; at++) cells[base + at] = cells[base + 2 * at] + cells[base + 2 * at + 1];
  cells.fill(0, base + half, base + bins);
}

function enlarged(values: Float64Array, length: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(length);
  larger.set(values);
  return larger;
}
