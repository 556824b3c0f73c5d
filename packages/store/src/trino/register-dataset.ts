import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  type ColumnSchema,
  MANIFEST_VERSION,
  type Manifest,
  manifestVersion,
  NONE,
  type TableName,
  tableNames,
  tableSchema,
  WeftError,
} from '@weft/model';
import { quoteName, quoteText } from '../sql-text.ts';
import { SQL_TYPES } from '../sql-types.ts';
import { sqlViews, viewText } from '../sql-views.ts';
import { locationOf, type TrinoAddress } from './trino-address.ts';
import { askRows } from './trino-client.ts';

const TYPES = { ...SQL_TYPES, 'int32[]': 'ARRAY(INTEGER)' } as const;
const MOST_NAME = 40;
const FOLDER_DIGITS = 8;
const STATE_DIGITS = 12;

/** Begins the names of all schemas that Weft makes. */
const PREFIX = 'weft_';

/** A name for this state of this dataset: a changed dataset gets another. */
function schemaName(folder: string, manifest: Manifest): string {
  const parts = tableNames.flatMap((table) => manifest.tables[table]?.parts ?? []);
  return `${schemaPrefix(folder)}${digest(JSON.stringify([manifestVersion(manifest), parts]), STATE_DIGITS)}`;
}

/** What the names of all states of a dataset begin with; another folder of the same name has another. */
function schemaPrefix(folder: string): string {
  const name = basename(folder, '.weft')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, MOST_NAME);
  return `${PREFIX}${name}_${digest(folder, FOLDER_DIGITS)}_`;
}

function digest(text: string, digits: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, digits);
}

/** Makes the tables of a dataset known to Trino, once; gives the schema they are in. No file is written or changed. */
export async function registerDataset(
  address: TrinoAddress,
  folder: string,
  manifest: Manifest,
): Promise<string> {
  const schema = schemaName(folder, manifest);
  const listed = await askRows(
    address,
    `SELECT table_name FROM information_schema.tables WHERE table_schema = ${quoteText(schema)}`,
  );
  const there = new Set(listed.map(([name]) => name));
  const missing = statements(address, folder, manifest, schema).filter(({ name }) => !there.has(name));
  if (missing.length === 0) return schema;
  for (const table of tableNames) await checkFolder(folder, manifest, table);
  await run(address, `CREATE SCHEMA IF NOT EXISTS ${quoteName(schema)}`, schema);
  for (const { sql } of missing) await run(address, sql, schema);
  return schema;
}

/** Drops the tables of a dataset in all its states; the files stay. Gives the schemas that went. */
export async function dropDataset(address: TrinoAddress, folder: string): Promise<string[]> {
  const pattern = new RegExp(`^${schemaPrefix(folder)}[0-9a-f]{${STATE_DIGITS}}$`);
  const rows = await askRows(address, 'SELECT schema_name FROM information_schema.schemata');
  const schemas = rows.map(([found]) => String(found)).filter((found) => pattern.test(found));
  for (const schema of schemas) await run(address, `DROP SCHEMA ${quoteName(schema)} CASCADE`, schema);
  return schemas;
}

interface Statement {
  readonly name: string;
  readonly sql: string;
}

function statements(address: TrinoAddress, folder: string, manifest: Manifest, schema: string): Statement[] {
  const qualified = (name: string) => `${quoteName(address.catalog)}.${quoteName(schema)}.${quoteName(name)}`;
  const view = (name: string, sql: string) => ({
    name,
    sql: `CREATE OR REPLACE VIEW ${qualified(name)} AS ${sql}`,
  });
  const own = tableNames.flatMap((table) => {
    const columns = Object.entries(tableSchema(table).columns);
    if (!manifest.tables[table]?.rows)
      return [view(table, `SELECT ${columns.map(emptyColumn).join(', ')} WHERE false`)];
    const stored = columns.filter(([, column]) => isStored(column, manifest));
    const name = stored.length === columns.length ? table : `${table}_stored`;
    const types = stored.map(([column, { kind }]) => `${quoteName(column)} ${TYPES[kind]}`).join(', ');
    const location = quoteText(locationOf(address, join(folder, table)));
    const external = {
      name,
      sql: `CREATE TABLE IF NOT EXISTS ${qualified(name)} (${types}) WITH (format = 'PARQUET', external_location = ${location})`,
    };
    if (name === table) return [external];
    const select = columns.map((column) =>
      isStored(column[1], manifest) ? quoteName(column[0]) : laterColumn(column),
    );
    return [external, view(table, `SELECT ${select.join(', ')} FROM ${qualified(name)}`)];
  });
  return [...own, ...sqlViews.map((one) => view(one.schema.name, viewText(one, manifest)))];
}

function isStored({ added }: ColumnSchema, { tablesVersion }: Manifest): boolean {
  return !added || (tablesVersion ?? MANIFEST_VERSION) >= added.version;
}

/** A column that came after the dataset was written has the value that holds for all datasets before. */
function laterColumn(column: [string, ColumnSchema]): string {
  const [name, { kind, added, optional }] = column;
  if (!added || (optional && added.before === NONE)) return emptyColumn(column);
  const before = typeof added.before === 'string' ? quoteText(added.before) : added.before;
  return `CAST(${before} AS ${TYPES[kind]}) AS ${quoteName(name)}`;
}

function emptyColumn([name, { kind }]: [string, ColumnSchema]): string {
  return `CAST(NULL AS ${TYPES[kind]}) AS ${quoteName(name)}`;
}

/** Trino takes every file of a folder: there may be no others than the manifest names. */
async function checkFolder(folder: string, manifest: Manifest, table: TableName): Promise<void> {
  const parts = new Set((manifest.tables[table]?.parts ?? []).map(({ path }) => path));
  const files = await readdir(join(folder, table)).catch(() => []);
  const other = files.find((file) => !/^[._]/.test(file) && !parts.has(`${table}/${file}`));
  if (other === undefined) return;
  throw new WeftError({
    code: 'ENGINE-FOLDER',
    message: `the folder of table ${table} has a file that the manifest does not name: ${other}`,
    file: folder,
    advice: 'A dataset that is still written to is asked by the engine of this machine.',
  });
}

/** Somebody else may register the same dataset at the same time. */
async function run(address: TrinoAddress, sql: string, schema: string): Promise<void> {
  try {
    await askRows(address, sql, { schema });
  } catch (error) {
    if (!(error instanceof WeftError) || error.code !== 'SQL-ERROR') throw error;
    if (!/already exists/i.test(error.message)) throw notMadeKnown(error, address);
  }
}

function notMadeKnown({ message }: WeftError, { mount, catalog }: TrinoAddress): WeftError {
  if (/external location/i.test(message)) {
    return new WeftError({
      code: 'ENGINE-FOLDER',
      message: `Trino does not see the dataset where it was told to look: ${message}`,
      advice: `The address says that its files begin at ${mount}; ?mount=/folder names another place.`,
    });
  }
  return new WeftError({
    code: 'ENGINE-CATALOG',
    message: `the catalog ${catalog} cannot take the tables of a dataset: ${message}`,
    advice: 'It must be one of the Hive connector; see docs/beyond-one-machine.md.',
  });
}
