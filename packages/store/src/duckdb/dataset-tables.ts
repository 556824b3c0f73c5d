import { join } from 'node:path';
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import {
  type ColumnSchema,
  MANIFEST_VERSION,
  type Manifest,
  NONE,
  type TableName,
  tableNames,
  tableSchema,
} from '@weft/model';
import { damagedTable } from '../engine-error.ts';
import { quoteName, quoteText } from '../sql-text.ts';
import { SQL_TYPES } from '../sql-types.ts';
import { sqlViews, viewText } from '../sql-views.ts';
import type { OpenOptions } from '../store-api.ts';
import { createDuckdb, withConnection } from './create-duckdb.ts';
import { enumName } from './duckdb-dialect.ts';

/**
 * An engine with one view per documented table, that can read the dataset's Parquet files and nothing
 * else, for good.
 */
export async function createDatasetTables(
  folder: string,
  manifest: Manifest,
  options: OpenOptions,
): Promise<DuckDBInstance> {
  const engine = await createDuckdb(options);
  try {
    await withConnection(engine, undefined, async (connection) => {
      for (const table of tableNames) await createView(connection, folder, manifest, table);
      await lockDown(connection, folder, manifest);
    });
    return engine;
  } catch (error) {
    engine.closeSync();
    throw error;
  }
}

/** Makes the ready-made questions known to SQL. */
export async function createSqlViews(engine: DuckDBInstance, manifest: Manifest): Promise<void> {
  await withConnection(engine, undefined, async (connection) => {
    for (const view of sqlViews)
      await connection.run(`CREATE VIEW ${quoteName(view.schema.name)} AS ${viewText(view, manifest)}`);
  });
}

/** Making a view reads the ends of its Parquet files. */
async function createView(
  connection: DuckDBConnection,
  folder: string,
  manifest: Manifest,
  table: TableName,
): Promise<void> {
  try {
    await connection.run(viewSql(folder, manifest, table));
  } catch (error) {
    throw damagedTable(error, folder, table);
  }
}

async function lockDown(connection: DuckDBConnection, folder: string, manifest: Manifest): Promise<void> {
  const paths = tableNames.flatMap((table) => partPaths(folder, manifest, table));
  await connection.run(`SET allowed_paths = [${paths.map(quoteText).join(', ')}]`);
  await connection.run('SET enable_external_access = false');
  await connection.run('SET lock_configuration = true');
}

function partPaths(folder: string, manifest: Manifest, table: TableName): string[] {
  const parts = manifest.tables[table]?.parts ?? [];
  return parts.filter((part) => part.rows > 0).map((part) => join(folder, part.path));
}

/** Views name the columns one by one, so that their order is the documented one. */
function viewSql(folder: string, manifest: Manifest, table: TableName): string {
  const files = partPaths(folder, manifest, table).map(quoteText);
  const columns = Object.entries(tableSchema(table).columns);
  const select =
    files.length > 0
      ? `SELECT ${columns.map((column) => storedColumn(column, manifest)).join(', ')} FROM read_parquet([${files.join(', ')}])`
      : `SELECT ${columns.map(emptyColumn).join(', ')} WHERE false`;
  return `CREATE VIEW ${quoteName(table)} AS ${select}`;
}

/** A column that came after the dataset was written has the value that holds for all datasets before. */
function storedColumn(column: [string, ColumnSchema], { tablesVersion }: Manifest): string {
  const [name, { kind, added, optional }] = column;
  if (!added || (tablesVersion ?? MANIFEST_VERSION) >= added.version) return quoteName(name);
  if (optional && added.before === NONE) return emptyColumn(column);
  const before = typeof added.before === 'string' ? quoteText(added.before) : added.before;
  return `CAST(${before} AS ${SQL_TYPES[kind]}) AS ${quoteName(name)}`;
}

function emptyColumn([name, { kind }]: [string, ColumnSchema]): string {
  return `CAST(NULL AS ${SQL_TYPES[kind]}) AS ${quoteName(name)}`;
}

/** Makes the enum type by which a text column is read as codes; returns its texts in code order. */
export async function createTextType(
  connection: DuckDBConnection,
  table: TableName,
  column: string,
): Promise<string[]> {
  const name = quoteName(column);
  const distinct = `SELECT DISTINCT ${name} AS t FROM ${quoteName(table)} WHERE ${name} IS NOT NULL ORDER BY t`;
  await connection.run(`CREATE TYPE ${quoteName(enumName(table, column))} AS ENUM (${distinct})`);
  const texts = await connection.runAndReadAll(
    `SELECT unnest(enum_range(CAST(NULL AS ${quoteName(enumName(table, column))})))`,
  );
  return (texts.getColumnsJS()[0] ?? []) as string[];
}
