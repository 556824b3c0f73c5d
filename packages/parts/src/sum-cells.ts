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

  /**
   * Splits the time of each call of MPI among the bins it covers, from a row on as long as rows are of its rank and end
   * before the last bin does; gives the row behind. `numbers` holds the call of each code.
   */
  addSpans(
    numbers: Int32Array,
    columns: Batch<Tables['spans']>['columns'],
    from: number,
    to: number,
    bin: number,
  ): number {
    this.reserve(numbers);
    const { job, rank, call: calls, enter, exit, kind } = columns;
    const { bins, time, count, used } = this;
    const mpi = kind.dictionary.indexOf('mpi');
    const codes = calls.codes;
    const kinds = kind.codes;
    const ownJob = job[from];
    const ownRank = rank[from];
    const limit = bin * bins;
    const perBin = 1 / bin;
    let row = from;
    for (; row < to; row++) {
      const end = exit[row] > 0 ? exit[row] : 0;
      if (end >= limit || rank[row] !== ownRank || job[row] !== ownJob) return row;
      if (exit[row] < enter[row] || kinds[row] !== mpi) continue;
      const call = numbers[codes[row]];
      const base = call * bins;
      const start = enter[row] > 0 ? enter[row] : 0;
      // Fewer bins than 2 ** 31, so that whole numbers need no floating point.
      const first = (start * perBin) | 0;
      const last = (end * perBin) | 0;
      used[call] = 1;
      count[base + first]++;
      if (first === last) time[base + first] += end - start;
      else
        for (let at = first; at <= last; at++)
          time[base + at] += Math.min(end, (at + 1) * bin) - Math.max(start, at * bin);
    }
    return row;
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
