import type { TableSink } from '@weft/model';
import { HopBlock } from './hop-block.ts';

/** Small enough to stay in the processor's cache while it is filled and copied by the sink. */
const ROWS = 1024;

/** More rows than this are not written: messages that end later are counted instead. */
export const MOST_HOP_ROWS = 20_000_000;

interface FullBlock {
  readonly rows: number;
  readonly block: HopBlock;
}

/** Rows of `hops`, all those of a message or none; full blocks wait for the next `flush` and are then filled again. */
export class HopRows {
  /** Where the rows of the current message go. */
  block = new HopBlock(ROWS);
  /** Messages without rows, since there would be too many. */
  messagesLeftOut = 0;
  private readonly sink: TableSink;
  private readonly most: number;
  private readonly full: FullBlock[] = [];
  private readonly spare: HopBlock[] = [];
  private rows = 0;
  private taken = 0;

  constructor(sink: TableSink, most = MOST_HOP_ROWS) {
    this.sink = sink;
    this.most = most;
  }

  /** The row of `block` from which a message has room for its hops, or -1 where it gets none. */
  take(hops: number): number {
    this.taken += hops;
    if (this.taken > this.most) {
      this.messagesLeftOut++;
      return -1;
    }
    if (this.rows + hops > this.block.room) this.seal(hops);
    const first = this.rows;
    this.rows += hops;
    return first;
  }

  /** Full blocks that wait for `flush`. */
  get waiting(): number {
    return this.full.length;
  }

  async flush(): Promise<void> {
    for (const { rows, block } of this.full) {
      await this.sink.write('hops', block.batch(rows));
      this.spare.push(block);
    }
    this.full.length = 0;
  }

  async finish(): Promise<void> {
    this.seal(0);
    await this.flush();
  }

  private seal(next: number): void {
    const { block, rows } = this;
    if (rows > 0) this.full.push({ rows, block });
    this.rows = 0;
    const spare = this.spare.pop();
    this.block = spare && spare.room >= next ? spare : new HopBlock(Math.max(ROWS, next));
  }
}
