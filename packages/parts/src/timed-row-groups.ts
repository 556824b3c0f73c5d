import type { Batch, TableSchema } from '@weft/model';
import { RowBuffer } from './row-buffer.ts';
import { fillBuffer, type RowGroups, type WriteRowGroup } from './row-groups.ts';

export interface TimedLimits {
  /** Rows up to which they stay as they come. */
  readonly together: number;
  /** Rows of a row group that covers one slot of time. */
  readonly slotRows: number;
  /** Slots that are filled at the same time, which bounds the memory. */
  readonly mostSlots: number;
}

/**
 * Row groups that each cover a short time, so that a query for a time reads few of them. Traces come rank by rank: rows
 * go into slots of equal length of time, and those become twice as long when there are too many.
 */
export class TimedRowGroups implements RowGroups {
  private readonly schema: TableSchema;
  private readonly timeColumn: string;
  private readonly limits: TimedLimits;
  private readonly first: RowBuffer;
  /** By the number of the slot: its start over `width`. */
  private slots = new Map<number, RowBuffer>();
  /** Time that a slot covers; 0 while all rows are in `first`. */
  private width = 0;

  constructor(schema: TableSchema, timeColumn: string, limits: TimedLimits) {
    this.schema = schema;
    this.timeColumn = timeColumn;
    this.limits = limits;
    this.first = new RowBuffer(schema);
  }

  async add(batch: Batch, write: WriteRowGroup): Promise<void> {
    const { first, limits } = this;
    const end = this.width > 0 ? 0 : Math.min(batch.rows, limits.together - first.rows);
    if (end > 0) first.append(batch, 0, end);
    if (this.width === 0 && first.rows === limits.together) await this.startSlots(write);
    if (end < batch.rows) await this.share(batch, end, write);
  }

  /** Neighbouring slots become one row group where they fit into it. */
  async end(write: WriteRowGroup): Promise<void> {
    let last = this.first;
    for (const slot of [...this.slots.keys()].sort((a, b) => a - b)) {
      const buffer = this.slots.get(slot)!;
      if (last.rows > 0 && last.rows + buffer.rows <= this.limits.slotRows) {
        last.append(buffer.batch(), 0, buffer.rows);
      } else {
        if (last.rows > 0) await write(last);
        last = buffer;
      }
    }
    if (last.rows > 0) await write(last);
  }

  /** Half of the slots cover what is known; there is room for as much again before they are widened. */
  private async startSlots(write: WriteRowGroup): Promise<void> {
    const batch = this.first.batch();
    const [least, most] = rangeOf(timesOf(batch, this.timeColumn));
    this.width = Math.max(1, (2 * (most - least)) / this.limits.mostSlots);
    await this.share(batch, 0, write);
    this.first.clear();
  }

  private async share(batch: Batch, from: number, write: WriteRowGroup): Promise<void> {
    const times = timesOf(batch, this.timeColumn);
    for (let at = from; at < batch.rows; ) {
      const slot = Math.floor(times[at] / this.width);
      const end = endOfRun(times, at, slot * this.width, (slot + 1) * this.width);
      await this.fill(slot, batch, at, end, write);
      at = end;
      while (this.slots.size > this.limits.mostSlots) await this.widen(write);
    }
  }

  private async fill(
    slot: number,
    batch: Batch,
    from: number,
    to: number,
    write: WriteRowGroup,
  ): Promise<void> {
    let buffer = this.slots.get(slot);
    if (!buffer) {
      buffer = new RowBuffer(this.schema, this.limits.slotRows);
      this.slots.set(slot, buffer);
    }
    await fillBuffer(buffer, batch, from, to, this.limits.slotRows, write);
  }

  /** Neighbouring slots become one. */
  private async widen(write: WriteRowGroup): Promise<void> {
    const narrow = this.slots;
    this.slots = new Map();
    this.width *= 2;
    for (const [slot, buffer] of narrow) {
      const wide = Math.floor(slot / 2);
      const batch = buffer.batch();
      if (this.slots.has(wide)) await this.fill(wide, batch, 0, batch.rows, write);
      else this.slots.set(wide, buffer);
    }
  }
}

function timesOf({ columns }: Batch, name: string): Float64Array {
  const column = columns[name];
  if (column instanceof Float64Array) return column;
  throw new TypeError(`${name} is no column of times`);
}

/** Where times leave [low, high) for the first time; at least one row is in it, however the bounds were rounded. */
function endOfRun(times: Float64Array, from: number, low: number, high: number): number {
  let end = from + 1;
  while (end < times.length && times[end] >= low && times[end] < high) end++;
  return end;
}

function rangeOf(times: Float64Array): readonly [number, number] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let row = 0; row < times.length; row++) {
    const time = times[row];
    if (time < least) least = time;
    if (time > most) most = time;
  }
  return [least, most];
}
