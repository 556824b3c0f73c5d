import { type Batch, type messages, NONE } from '@weft/model';
import { gatherNarrow, gatherWide } from '../gather-rows.ts';
import { type Operations, operationFlag } from './operations.ts';
import { TimeOrder } from './order-by-time.ts';

const FIRST_CAPACITY = 1024;

const wideColumns = ['send_start', 'send_end', 'recv_start', 'recv_end', 'bytes'] as const;
const narrowColumns = ['src', 'dst', 'tag', 'comm', 'call'] as const;

type Columns = Readonly<
  Record<(typeof wideColumns)[number], Float64Array> & Record<(typeof narrowColumns)[number], Int32Array>
>;

/** Rows of the messages table while they are being made; a batch leaves sorted by send start, then sender. */
export class MessageRows {
  rows = 0;
  private capacity = FIRST_CAPACITY;
  private columns = createColumns(FIRST_CAPACITY);
  private sorted = createColumns(FIRST_CAPACITY);
  private ids = new Float64Array(FIRST_CAPACITY);
  private jobs = new Int32Array(FIRST_CAPACITY);
  private ones = new Float64Array(FIRST_CAPACITY).fill(1);
  private noSteps = new Int32Array(FIRST_CAPACITY).fill(NONE);
  private readonly order = new TimeOrder();

  /** A send with its receive; `receive` null = unmatched. */
  add(send: Operations, s: number, receive: Operations | null, r: number): void {
    if (this.rows === this.capacity) this.grow();
    const row = this.rows++;
    const { columns } = this;
    columns.send_start[row] = send.start[s];
    columns.send_end[row] = send.end[s];
    columns.bytes[row] = send.bytes[s];
    columns.src[row] = send.src[s];
    columns.dst[row] = send.dst[s];
    columns.tag[row] = send.tag[s];
    columns.comm[row] = send.comm[s];
    columns.call[row] = send.call[s];
    columns.recv_start[row] = receive ? receive.start[r] : NONE;
    columns.recv_end[row] = receive ? receive.end[r] : NONE;
  }

  /** A one-sided transfer: only the times of the rank that made it are known. */
  addTransfer(block: Operations, at: number): void {
    this.add(block, at, null, 0);
    if ((block.flags[at] & operationFlag.get) === 0) return;
    const row = this.rows - 1;
    const { columns } = this;
    columns.send_start[row] = columns.send_end[row] = NONE;
    columns.recv_start[row] = block.start[at];
    columns.recv_end[row] = block.end[at];
  }

  clear(): void {
    this.rows = 0;
  }

  /** The rows so far with ids from `firstId` on; valid until rows are added again. */
  batch(job: number, firstId: number, callNames: readonly string[]): Batch<typeof messages> {
    const { rows, columns, sorted } = this;
    const order = this.order.sort(columns.send_start, columns.src, rows);
    for (const name of wideColumns) gatherWide(columns[name], order, sorted[name]);
    for (const name of narrowColumns) gatherNarrow(columns[name], order, sorted[name]);
    countUp(this.ids, firstId, rows);
    return {
      rows,
      columns: {
        id: this.ids.subarray(0, rows),
        job: this.jobs.subarray(0, rows).fill(job),
        src: sorted.src.subarray(0, rows),
        dst: sorted.dst.subarray(0, rows),
        bytes: sorted.bytes.subarray(0, rows),
        count: this.ones.subarray(0, rows),
        tag: sorted.tag.subarray(0, rows),
        comm: sorted.comm.subarray(0, rows),
        call: { codes: sorted.call.subarray(0, rows), dictionary: callNames },
        send_start: sorted.send_start.subarray(0, rows),
        send_end: sorted.send_end.subarray(0, rows),
        recv_start: sorted.recv_start.subarray(0, rows),
        recv_end: sorted.recv_end.subarray(0, rows),
        step: this.noSteps.subarray(0, rows),
      },
    };
  }

  private grow(): void {
    this.capacity *= 2;
    const bigger = createColumns(this.capacity);
    for (const name of [...wideColumns, ...narrowColumns]) bigger[name].set(this.columns[name]);
    this.columns = bigger;
    this.sorted = createColumns(this.capacity);
    this.ids = new Float64Array(this.capacity);
    this.jobs = new Int32Array(this.capacity);
    this.ones = new Float64Array(this.capacity).fill(1);
    this.noSteps = new Int32Array(this.capacity).fill(NONE);
  }
}

function createColumns(capacity: number): Columns {
  return {
    send_start: new Float64Array(capacity),
    send_end: new Float64Array(capacity),
    recv_start: new Float64Array(capacity),
    recv_end: new Float64Array(capacity),
    bytes: new Float64Array(capacity),
    src: new Int32Array(capacity),
    dst: new Int32Array(capacity),
    tag: new Int32Array(capacity),
    comm: new Int32Array(capacity),
    call: new Int32Array(capacity),
  };
}

/** Apart for the same reason as the gathering. */
function countUp(target: Float64Array, first: number, rows: number): void {
  for (let row = 0; row < rows; row++) target[row] = first + row;
}
