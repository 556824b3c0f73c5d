import { type Batch, Interner, type Tables } from '@weft/model';
import { SumCells } from './sum-cells.ts';

interface SpanSumLimits {
  /** Bins of time, a power of two. */
  readonly bins: number;
  /** Rows of the result, about. */
  readonly rows: number;
  /** Up to so many blocks of ranks bins get longer where there are too many rows, then blocks get larger. */
  readonly blocks: number;
}

const LIMITS: SpanSumLimits = { bins: 1024, rows: 1 << 20, blocks: 512 };
/** A microsecond, about; runs last longer, then bins double. */
const FIRST_BIN = 1024;
const MOST_RANKS = 2 ** 26;
const columnNames = ['job', 'rank', 'ranks', 'call', 'start', 'length', 'time', 'count'] as const;

type Rows = Record<(typeof columnNames)[number], Float64Array>;

/**
 * Time inside calls of MPI, by block of ranks, call and bin of time, while spans go by rank after rank. Blocks and bins are
 * powers of two from 0 on and double where there would be too many rows, so that sums over any coarser grid are exact.
 */
export class SpanSums {
  private readonly limits: SpanSumLimits;
  private readonly names = new Interner();
  private cells: SumCells;
  private bin = FIRST_BIN;
  private block = 1;
  /** Whose cells are being filled; -1 = nobody's. */
  private job = -1;
  private rank = -1;
  private columns = createRows(1024);
  private rows = 0;
  /** Blocks of ranks written so far. */
  private blocks = 0;

  constructor(limits: SpanSumLimits = LIMITS) {
    this.limits = limits;
    this.cells = new SumCells(limits.bins);
  }

  add({ rows, columns }: Batch<Tables['spans']>): void {
    const { job, rank, call, exit } = columns;
    const codes = Int32Array.from(call.dictionary, (name) => this.names.code(name));
    for (let row = 0; row < rows; ) {
      this.moveTo(job[row], rank[row]);
      while (exit[row] >= this.bin * this.cells.bins) this.doubleBins();
      row = this.cells.addSpans(codes, columns, row, rows, this.bin);
    }
  }

  batch(): Batch<Tables['span_sums']> {
    this.flush();
    const { rows, columns } = this;
    const narrow = (name: keyof Rows) => Int32Array.from(columns[name].subarray(0, rows));
    return {
      rows,
      columns: {
        job: narrow('job'),
        rank: narrow('rank'),
        ranks: narrow('ranks'),
        call: { codes: narrow('call'), dictionary: this.names.dictionary },
        start: columns.start.subarray(0, rows),
        length: columns.length.subarray(0, rows),
        time: columns.time.subarray(0, rows),
        count: columns.count.subarray(0, rows),
      },
    };
  }

  private moveTo(job: number, rank: number): void {
    if (job === this.job && rank - (rank % this.block) === this.rank) return;
    this.flush();
    while (this.rows > this.limits.rows && this.canCoarsen()) this.coarsen();
    this.job = job;
    this.rank = rank - (rank % this.block);
  }

  private doubleBins(): void {
    this.cells.doubleBins();
    this.bin *= 2;
  }

  private flush(): void {
    const { rows } = this;
    this.cells.take((call, at, time, count) => this.addRow(call, at, time, count));
    if (this.rows > rows) this.blocks++;
  }

  private addRow(call: number, at: number, time: number, count: number): void {
    if (this.rows === this.columns.job.length) this.columns = enlargedRows(this.columns);
    const { columns, bin } = this;
    const row = this.rows++;
    columns.job[row] = this.job;
    columns.rank[row] = this.rank;
    columns.ranks[row] = this.block;
    columns.call[row] = call;
    columns.start[row] = at * bin;
    columns.length[row] = bin;
    columns.time[row] = time;
    columns.count[row] = count;
  }

  private canCoarsen(): boolean {
    return this.hasBins() || this.block < MOST_RANKS;
  }

  /** Whether time is cut at all. */
  private hasBins(): boolean {
    return this.columns.start.subarray(0, this.rows).some((start) => start > 0);
  }

  /** Bins of twice the length, or blocks of twice as many ranks, for what is there and what comes. */
  private coarsen(): void {
    const { columns, rows } = this;
    if (this.blocks <= this.limits.blocks && this.hasBins()) this.bin *= 2;
    else this.block *= 2;
    this.columns = createRows(rows);
    this.rows = 0;
    this.blocks = 0;
    for (let row = 0; row < rows; row++) {
      const rank = columns.rank[row] - (columns.rank[row] % this.block);
      if (columns.job[row] !== this.job || rank !== this.rank) this.flush();
      this.job = columns.job[row];
      this.rank = rank;
      const at = Math.floor(columns.start[row] / this.bin);
      this.cells.addCell(columns.call[row], at, columns.time[row], columns.count[row]);
    }
    this.flush();
  }
}

function enlargedRows(rows: Rows): Rows {
  const larger = createRows(2 * rows.job.length);
  for (const name of columnNames) larger[name].set(rows[name]);
  return larger;
}

function createRows(length: number): Rows {
  const column = () => new Float64Array(Math.max(1, length));
  return {
    job: column(),
    rank: column(),
    ranks: column(),
    call: column(),
    start: column(),
    length: column(),
    time: column(),
    count: column(),
  };
}
