import type { DuckDBConnection } from '@duckdb/node-api';
import { tableNames, WeftError } from '@weft/model';
import { quoteText } from './sql-text.ts';

/** Table functions that compute rows and read nothing. */
const TABLE_FUNCTIONS = new Set(['range', 'generate_series', 'unnest', 'repeat']);
/** Functions that tell about the machine or run text as SQL. The engine is locked down besides. */
const REFUSED_FUNCTIONS =
  /^(getenv|getvariable|current_setting|current_setting_or_null|query|query_table|nextval|currval|write_log|pragma_.*|duckdb_.*|read_.*|json_execute_.*)$/;
const PATH_LIKE = /[/\\.:*]/;

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * Lets one SELECT (WITH, VALUES, DESCRIBE, SHOW, EXPLAIN of one) over the documented tables pass.
 * The engine's own parser says what the text is; nothing is matched by its looks.
 */
export async function checkSql(connection: DuckDBConnection, text: string): Promise<void> {
  const explained = /^\s*explain(\s+analyze\b|\s*\([a-z, ]*\))?\s+/i.exec(text);
  const tree = await parse(connection, explained ? text.slice(explained[0].length) : text);
  const statements = tree.statements as Json[];
  if (statements.length !== 1) {
    throw refused(statements.length === 0 ? 'there is no statement' : 'one statement at a time');
  }
  const ownTables = new Set<string>(tableNames);
  collectNames(tree, ownTables);
  checkNode(tree, ownTables);
}

async function parse(connection: DuckDBConnection, text: string): Promise<{ [key: string]: Json }> {
  const reader = await connection.runAndReadAll(`SELECT json_serialize_sql(${quoteText(text)})`);
  const tree: { [key: string]: Json } = JSON.parse(String(reader.getRows()[0][0]));
  if (tree.error !== true) return tree;
  if (tree.error_type === 'not implemented') throw refused('only SELECT statements are run');
  const before = text.slice(0, Number(tree.position ?? 0));
  const line = before.split('\n').length;
  const column = before.length - before.lastIndexOf('\n');
  throw new WeftError({
    code: 'SQL-ERROR',
    message: `${String(tree.error_message)} at line ${line}, column ${column}`,
  });
}

/** Names that WITH gives; they hide files as well as tables. */
function collectNames(node: Json, names: Set<string>): void {
  if (node === null || typeof node !== 'object') return;
  if (Array.isArray(node)) {
    for (const child of node) collectNames(child, names);
    return;
  }
  const map = (node.cte_map as { map?: { key: string }[] } | undefined)?.map ?? [];
  for (const { key } of map) names.add(key.toLowerCase());
  for (const child of Object.values(node)) collectNames(child, names);
}

function checkNode(node: Json, names: ReadonlySet<string>): void {
  if (node === null || typeof node !== 'object') return;
  if (Array.isArray(node)) {
    for (const child of node) checkNode(child, names);
    return;
  }
  if (node.type === 'BASE_TABLE') checkTable(node, names);
  if (node.type === 'TABLE_FUNCTION') {
    const name = String((node.function as { function_name?: string }).function_name).toLowerCase();
    if (!TABLE_FUNCTIONS.has(name)) throw refused(`the function ${name} may not be used as a table`);
  }
  if (typeof node.function_name === 'string' && REFUSED_FUNCTIONS.test(node.function_name.toLowerCase())) {
    throw refused(`the function ${node.function_name} is not available`);
  }
  for (const child of Object.values(node)) checkNode(child, names);
}

function checkTable(node: { [key: string]: Json }, names: ReadonlySet<string>): void {
  const table = String(node.table_name);
  const schema = String(node.schema_name).toLowerCase();
  if (schema === 'information_schema') return;
  if (names.has(table.toLowerCase()) && (schema === '' || schema === 'main')) return;
  if (PATH_LIKE.test(table)) throw refused(`files cannot be read: ${JSON.stringify(table)}`);
  throw new WeftError({
    code: 'UNKNOWN-TABLE',
    message: `there is no table ${JSON.stringify(table)}`,
    advice: `The tables are ${tableNames.join(', ')}.`,
  });
}

function refused(reason: string): WeftError {
  return new WeftError({
    code: 'SQL-REFUSED',
    message: `this SQL is not run: ${reason}`,
    advice: "Use one SELECT over the dataset's tables.",
  });
}
