import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Diagnostic, Manifest, TableName } from '@weft/model';
import { createDuckdb, withConnection } from './duckdb/create-duckdb.ts';
import { quoteName, quoteText } from './sql-text.ts';

export const ROWS_DANGLING = 'ROWS-DANGLING';

/** A column and the column of another table that has its values. */
interface Reference {
  readonly table: TableName;
  readonly column: string;
  readonly to: TableName;
  readonly key: string;
}

const ofJobs = (['ranks', 'messages', 'collectives', 'calls', 'spans'] as const).map(
  (table): Reference => ({ table, column: 'job', to: 'jobs', key: 'id' }),
);

const references: readonly Reference[] = [
  ...ofJobs,
  { table: 'ranks', column: 'host', to: 'vertices', key: 'id' },
  { table: 'messages', column: 'src', to: 'ranks', key: 'rank' },
  { table: 'messages', column: 'dst', to: 'ranks', key: 'rank' },
  { table: 'collectives', column: 'rank', to: 'ranks', key: 'rank' },
  { table: 'calls', column: 'rank', to: 'ranks', key: 'rank' },
  { table: 'spans', column: 'rank', to: 'ranks', key: 'rank' },
];

/**
 * Rows of an import that refer to a job, host or rank which is not there. Parquet keeps the least and the largest value
 * of a column: rows are only read where these lie outside of what the column refers to.
 */
export async function findDanglingRows(folder: string, tables: Manifest['tables']): Promise<Diagnostic[]> {
  const asked = references.filter(({ table }) => (tables[table]?.rows ?? 0) > 0);
  if (asked.length === 0) return [];
  const engine = await createDuckdb({ threads: 1 });
  try {
    return await withConnection(engine, undefined, async (connection) => {
      const found: Diagnostic[] = [];
      for (const reference of asked) {
        const count = await countDangling(connection, folder, tables, reference);
        if (count > 0) found.push(describe(reference, count));
      }
      return found;
    });
  } finally {
    engine.closeSync();
  }
}

async function countDangling(
  connection: DuckDBConnection,
  folder: string,
  tables: Manifest['tables'],
  { table, column, to, key }: Reference,
): Promise<number> {
  const filesOf = (name: TableName) =>
    `[${(tables[name]?.parts ?? []).map(({ path }) => quoteText(join(folder, path))).join(', ')}]`;
  const ask = async (sql: string) => (await connection.runAndReadAll(sql)).getRowsJS()[0];
  const extremes = (files: string, name: string) =>
    ask(
      'SELECT min(CAST(stats_min_value AS BIGINT)), max(CAST(stats_max_value AS BIGINT)) ' +
        `FROM parquet_metadata(${files}) WHERE path_in_schema = ${quoteText(name)}`,
    );
  const rows = `read_parquet(${filesOf(table)}) WHERE ${quoteName(column)} IS NOT NULL`;
  const count = async (condition: string) =>
    Number((await ask(`SELECT count(*) FROM ${rows}${condition}`))[0]);
  const [least, most] = await extremes(filesOf(table), column);
  if (least === null) return 0;
  if ((tables[to]?.rows ?? 0) === 0) return count('');
  const [first, last] = await extremes(filesOf(to), key);
  if (Number(least) >= Number(first) && Number(most) <= Number(last)) return 0;
  const known = `SELECT ${quoteName(key)} FROM read_parquet(${filesOf(to)})`;
  return count(` AND ${quoteName(column)} NOT IN (${known})`);
}

function describe({ table, column, to, key }: Reference, count: number): Diagnostic {
  const text = `rows of ${table} whose ${column} is no ${key} of ${to}`;
  return { code: ROWS_DANGLING, count, text };
}
