import type { Batch, TableSchema } from '@weft/model';
import { RowBuffer } from './row-buffer.ts';

/** Readers take row groups as a whole: some megabytes, and enough of them for all cores. */
export const ROW_GROUP_ROWS = 128 * 1024;

/** Writes the rows of a buffer and clears it. */
export type WriteRowGroup = (buffer: RowBuffer) => Promise<void>;

/** Collects the rows of one table until they make row groups. */
export interface RowGroups {
  add(batch: Batch, write: WriteRowGroup): Promise<void>;
  /** Writes what is left. */
  end(write: WriteRowGroup): Promise<void>;
}

/** Row groups of rows as they come. */
export function createRowGroups(schema: TableSchema): RowGroups {
  const buffer = new RowBuffer(schema);
  return {
    add: (batch, write) => fillBuffer(buffer, batch, 0, batch.rows, ROW_GROUP_ROWS, write),
    async end(write) {
      if (buffer.rows > 0) await write(buffer);
    },
  };
}

/** Appends rows [from, to) of a batch, and writes the buffer whenever it holds `most`. */
export async function fillBuffer(
  buffer: RowBuffer,
  batch: Batch,
  from: number,
  to: number,
  most: number,
  write: WriteRowGroup,
): Promise<void> {
  for (let at = from; at < to; ) {
    const end = Math.min(to, at + most - buffer.rows);
    buffer.append(batch, at, end);
    at = end;
    if (buffer.rows === most) await write(buffer);
  }
}
