import type { Batch, TableSink, Tables } from '@weft/model';

const ROWS = 65_536;

/** More rows than this are not written: messages that end later are counted instead. */
export const MOST_HOP_ROWS = 20_000_000;

/** Columns of `hops` that a model of links fills. */
export interface HopColumns {
  readonly message: Float64Array;
  readonly hop: Int32Array;
  readonly link: Int32Array;
  readonly arrived: Float64Array;
  readonly entered: Float64Array;
  readonly left: Float64Array;
  readonly waited: Float64Array;
}

/** Rows of `hops`, all those of a message or none; full batches wait for the next `flush`. */
export class HopRows {
  /** Where the rows of the current message go. */
  columns: HopColumns = hopColumns();
  /** Messages without rows, since there would be too many. */
  messagesLeftOut = 0;
  private readonly sink: TableSink;
  private readonly most: number;
  private readonly ready: Batch<Tables['hops']>[] = [];
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
    for (const batch of this.ready) await this.sink.write('hops', batch);
    this.ready.length = 0;
  }

  async finish(): Promise<void> {
    this.seal(0);
    await this.flush();
  }

  private seal(next: number): void {
    const { columns, rows } = this;
    if (rows > 0) this.ready.push({ rows, columns: cutColumns(columns, rows) });
    this.rows = 0;
    this.columns = hopColumns(Math.max(ROWS, next));
  }
}

function hopColumns(rows = ROWS): HopColumns {
  return {
    message: new Float64Array(rows),
    hop: new Int32Array(rows),
    link: new Int32Array(rows),
    arrived: new Float64Array(rows),
    entered: new Float64Array(rows),
    left: new Float64Array(rows),
    waited: new Float64Array(rows),
  };
}

function cutColumns(columns: HopColumns, rows: number): HopColumns {
  return {
    message: columns.message.subarray(0, rows),
    hop: columns.hop.subarray(0, rows),
    link: columns.link.subarray(0, rows),
    arrived: columns.arrived.subarray(0, rows),
    entered: columns.entered.subarray(0, rows),
    left: columns.left.subarray(0, rows),
    waited: columns.waited.subarray(0, rows),
  };
}
