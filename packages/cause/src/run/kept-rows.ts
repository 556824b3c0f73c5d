import type { AnyColumn, Batch, ColumnName, MemorySink, TableColumns, TableFrame, Tables } from '@weft/model';

/** What is read of messages to run them again and to compare runs. */
export const messageColumns = [
  'id',
  'job',
  'src',
  'dst',
  'bytes',
  'step',
  'send_start',
  'send_end',
  'recv_start',
] as const;
const hopColumns = ['message', 'hop', 'link', 'arrived', 'ready', 'entered', 'left'] as const;

/** The messages of a run that were kept, as one table. */
export function keptMessages(tables: MemorySink): TableFrame<'messages', (typeof messageColumns)[number]> {
  return joinedRows(tables.batches('messages'), messageColumns);
}

/** The hops of a run that were kept, as one table. */
export function keptHops(tables: MemorySink): TableFrame<'hops', (typeof hopColumns)[number]> {
  return joinedRows(tables.batches('hops'), hopColumns);
}

function joinedRows<N extends 'messages' | 'hops', C extends ColumnName<N>>(
  batches: readonly Batch<Tables[N]>[],
  names: readonly C[],
): TableFrame<N, C> {
  const parts: readonly Readonly<Record<string, AnyColumn>>[] = batches.map(({ columns }) => columns);
  const rows = batches.reduce((sum, batch) => sum + batch.rows, 0);
  const columns = names.map((name) => [
    name,
    joined(
      parts.map((part) => part[name]),
      rows,
    ),
  ]);
  return { rows, columns: Object.fromEntries(columns) as Pick<TableColumns<N>, C> };
}

function joined(parts: readonly AnyColumn[], rows: number): Int32Array | Float64Array {
  const whole = parts[0] instanceof Float64Array ? new Float64Array(rows) : new Int32Array(rows);
  let at = 0;
  for (const part of parts) {
    if (!(part instanceof Float64Array || part instanceof Int32Array)) continue;
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
