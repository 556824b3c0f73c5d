import {
  batchFromRows,
  type ColumnName,
  joinFrames,
  type TableFrame,
  type TableName,
  tables,
} from '@weft/model';

export type Frames<F> = Iterable<F> | AsyncIterable<F>;

/** All frames of a query as one. */
export async function wholeFrame<N extends TableName, C extends ColumnName<N>>(
  frames: Frames<TableFrame<N, C>>,
  table: N,
): Promise<TableFrame<N, C>> {
  let parts: TableFrame<N, C>[] = [];
  for await (const frame of frames) parts.push(frame);
  // Neighbours are joined until one is left, so that no row is copied more often than there are rounds.
  while (parts.length > 1) {
    const joined: TableFrame<N, C>[] = [];
    for (let at = 0; at < parts.length; at += 2) {
      const next = parts[at + 1];
      joined.push(next ? joinFrames(parts[at], next) : parts[at]);
    }
    parts = joined;
  }
  return parts[0] ?? batchFromRows(tables[table], []);
}

/** Reads no more frames than it takes to know. */
export async function hasRows(frames: Frames<{ readonly rows: number }>): Promise<boolean> {
  for await (const { rows } of frames) if (rows > 0) return true;
  return false;
}
