import type { Batch, TableSink, Tables } from '@weft/model';

/** Small enough to stay in the processor's cache while it is filled and copied by the sink. */
const ROWS = 8192;

/** More rows than this are not written: messages that end later are counted instead. */
export const MOST_HOP_ROWS = 20_000_000;

/** Columns of `hops` that a model of links fills. */
export interface HopColumns {
  readonly message: Float64Array;
  readonly hop: Int32Array;
  readonly link: Int32Array;
  readonly arrived: Float64Array;
  readonly ready: Float64Array;
  readonly entered: Float64Array;
  readonly left: Float64Array;
  readonly waited: Float64Array;
}

interface FullColumns {
  readonly rows: number;
  readonly columns: HopColumns;
}

/** Rows of `hops`, all those of a message or none; full columns wait for the next `flush` and are then filled again. */
export class HopRows {
  /** Where the rows of the current message go. */
  columns: HopColumns = hopColumns(ROWS);
  /** Messages without rows, since there would be too many. */
  messagesLeftOut = 0;
  private readonly sink: TableSink;
  private readonly most: number;
  private readonly full: FullColumns[] = [];
  private readonly spare: HopColumns[] = [];
  private rows = 0;
  private taken = 0;

  constructor(sink: TableSink, most = MOST_HOP_ROWS) {
    this.sink = sink;
    this.most = most;
  }

  /** The row of `columns` from which a message has room for its hops, or -1 where it gets none. */
  take(hops: number): number {
    this.taken += hops;
    if (this.taken > this.most) {
      this.messagesLeftOut++;
      return -1;
    }
    if (this.rows + hops > this.columns.hop.length) this.seal(hops);
    const first = this.rows;
    this.rows += hops;
    return first;
  }

  async flush(): Promise<void> {
    for (const { rows, columns } of this.full) {
      await this.sink.write('hops', batchOf(columns, rows));
      this.spare.push(columns);
    }
    this.full.length = 0;
  }

  async finish(): Promise<void> {
    this.seal(0);
    await this.flush();
  }

  private seal(next: number): void {
    const { columns, rows } = this;
    if (rows > 0) this.full.push({ rows, columns });
    this.rows = 0;
    const spare = this.spare.pop();
    this.columns = spare && spare.hop.length >= next ? spare : hopColumns(Math.max(ROWS, next));
  }
}

function hopColumns(rows: number): HopColumns {
  return {
    message: new Float64Array(rows),
    hop: new Int32Array(rows),
    link: new Int32Array(rows),
    arrived: new Float64Array(rows),
    ready: new Float64Array(rows),
    entered: new Float64Array(rows),
    left: new Float64Array(rows),
    waited: new Float64Array(rows),
  };
}

function batchOf(columns: HopColumns, rows: number): Batch<Tables['hops']> {
  return {
    rows,
    columns: {
      message: columns.message.subarray(0, rows),
      hop: columns.hop.subarray(0, rows),
      link: columns.link.subarray(0, rows),
      arrived: columns.arrived.subarray(0, rows),
      ready: columns.ready.subarray(0, rows),
      entered: columns.entered.subarray(0, rows),
      left: columns.left.subarray(0, rows),
      waited: columns.waited.subarray(0, rows),
    },
  };
}
