import { type AnyQuery, isSumQuery, type SumQuery, WeftError } from '@weft/model';
import type { Dataset } from '@weft/store';

/** An engine elsewhere sends some 200,000 a second. */
const MOST_ROWS = 5_000_000;

/** Refuses questions for more rows than an engine elsewhere can send in good time; it counts them first. */
export async function checkFetchedRows(
  dataset: Pick<Dataset, 'engine' | 'manifest' | 'read'>,
  query: AnyQuery,
  signal?: AbortSignal,
): Promise<void> {
  const { engine, manifest } = dataset;
  if (engine === undefined || isSumQuery(query) || (query.limit ?? Number.POSITIVE_INFINITY) <= MOST_ROWS)
    return;
  const { table, where, middle } = query;
  if ((manifest.tables[table]?.rows ?? 0) <= MOST_ROWS) return;
  const counting: SumQuery<typeof table, never, 'rows', never> = {
    table,
    by: [],
    sums: ['rows'],
    where,
    middle,
  };
  const { columns } = await dataset.read(counting, signal);
  if (columns.rows[0] <= MOST_ROWS) return;
  const number = (rows: number) => rows.toLocaleString('en-US');
  throw new WeftError({
    code: 'TOO-MANY-ROWS',
    message: `this needs ${number(columns.rows[0])} rows of ${table}, and no more than ${number(MOST_ROWS)} are fetched from an engine elsewhere`,
    advice: 'Choose one job or a shorter time, or serve the dataset without --engine.',
  });
}
