import { isText, textAt, WeftError } from '@weft/model';
import type { Dataset } from '@weft/store';

/** A call that nothing was sent by is misspelt: an empty answer would hide that. */
export async function checkCalls(dataset: Dataset, wanted: readonly string[]): Promise<void> {
  const tables = ['messages', 'collectives'].filter((table) => table in dataset.manifest.tables);
  const text = tables.map((table) => `SELECT DISTINCT call FROM ${table}`).join(' UNION ');
  if (wanted.length === 0 || text === '') return;
  const { rows, columns } = await dataset.sql(`${text} ORDER BY call`);
  const { call } = columns;
  const known = isText(call) ? Array.from({ length: rows }, (_, row) => textAt(call, row) ?? '') : [];
  const unknown = wanted.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new WeftError({
    code: 'BAD-CALLS',
    message: `nothing here is called ${unknown.map((name) => `"${name}"`).join(', ')}`,
    advice: `The calls of this dataset are ${known.filter(Boolean).join(', ')}.`,
  });
}
