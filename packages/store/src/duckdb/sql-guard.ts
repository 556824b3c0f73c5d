import type { DuckDBConnection } from '@duckdb/node-api';
import { tableNames, WeftError } from '@weft/model';
import { quoteText } from '../sql-text.ts';
import { sqlViewNames } from '../sql-views.ts';
import { isTooDeep, refused, TOO_DEEP } from './sql-error.ts';
import { isAllowedFunction } from './sql-functions.ts';

/** Table functions that compute rows and read nothing. */
const TABLE_FUNCTIONS = new Set(['range', 'generate_series', 'unnest', 'repeat']);
/** Views of the engine that name tables and columns; others show the text of views, and with it the paths of files. */
const SCHEMA_VIEWS = new Set(['tables', 'columns', 'schemata']);
const NAMES: readonly string[] = [...tableNames, ...sqlViewNames];
const TABLES: ReadonlySet<string> = new Set(NAMES);
const PATH_LIKE = /[/\\.:*]/;

const MAX_CHARACTERS = 100_000;
/** Levels of the parsed tree; an expression inside another adds two or three. */
const MAX_LEVELS = 1000;
/** The engine tries each `->` as a lambda and as JSON, so that the work doubles with every one inside another. */
const MAX_ARROWS = 10;

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Node = { [key: string]: Json };

/** Where a node of the tree stands. */
interface Place {
  /** Names that WITH gives to the statement the node is in. */
  readonly names: ReadonlySet<string>;
  readonly level: number;
  readonly arrows: number;
}

/**
 * Lets one SELECT (WITH, VALUES, DESCRIBE, SHOW, EXPLAIN of one) over the documented tables pass.
 * The engine's own parser says what the text is; nothing is matched by its looks.
 */
export async function checkSql(connection: DuckDBConnection, text: string): Promise<void> {
  if (text.length > MAX_CHARACTERS) throw refused(`it has more than ${MAX_CHARACTERS} characters`);
  // The engine would read no further.
  if (text.includes('\0')) throw refused('it has a NUL character');
  const explained = /^\s*explain(\s+analyze\b|\s*\([a-z, ]*\))?\s+/i.exec(text);
  const tree = await parse(connection, explained ? text.slice(explained[0].length) : text);
  const statements = tree.statements as Json[];
  if (statements.length !== 1) {
    throw refused(statements.length === 0 ? 'there is no statement' : 'one statement at a time');
  }
  checkValue(statements, { names: new Set(), level: 0, arrows: 0 });
}

async function parse(connection: DuckDBConnection, text: string): Promise<Node> {
  const reader = await connection.runAndReadAll(`SELECT json_serialize_sql(${quoteText(text)})`);
  const tree = readTree(String(reader.getRows()[0][0]));
  if (tree.error !== true) return tree;
  if (tree.error_type === 'not implemented') throw refused('only SELECT statements are run');
  if (isTooDeep(String(tree.error_message))) throw refused(TOO_DEEP);
  const before = text.slice(0, Number(tree.position ?? 0));
  const line = before.split('\n').length;
  const column = before.length - before.lastIndexOf('\n');
  throw new WeftError({
    code: 'SQL-ERROR',
    message: `${String(tree.error_message)} at line ${line}, column ${column}`,
  });
}

/** The engine spells numbers beyond those of JSON as they are in C. */
function readTree(text: string): Node {
  try {
    return JSON.parse(text);
  } catch {
    throw refused('a number in it is too large');
  }
}

function checkValue(value: Json, place: Place): void {
  if (value === null || typeof value !== 'object') return;
  if (place.level > MAX_LEVELS) throw refused(TOO_DEEP);
  const inner = { ...place, level: place.level + 1 };
  if (Array.isArray(value)) for (const child of value) checkValue(child, inner);
  else checkNode(value, inner);
}

function checkNode(node: Node, place: Place): void {
  const arrows = place.arrows + (node.type === 'LAMBDA' ? 1 : 0);
  if (arrows > MAX_ARROWS) throw refused(`more than ${MAX_ARROWS} arrows (->) inside one another`);
  if (node.type === 'BASE_TABLE') checkTable(node, place.names);
  if (node.type === 'TABLE_FUNCTION') checkTableFunction(node);
  else if (typeof node.function_name === 'string') checkFunction(node.function_name);
  const names = checkWith(node, { ...place, arrows });
  for (const [key, child] of Object.entries(node)) {
    if (key === 'cte_map') continue;
    const seen = key === 'right' ? withOwnName(node, names) : names;
    checkValue(child, { ...place, arrows, names: seen });
  }
}

/** The name of a recursive query stands for its rows in its second half alone; before, it is a table of the engine. */
function withOwnName({ type, cte_name }: Node, names: ReadonlySet<string>): ReadonlySet<string> {
  return type === 'RECURSIVE_CTE_NODE' ? new Set([...names, String(cte_name).toLowerCase()]) : names;
}

/** Each query of a WITH sees the names before it, the statement sees all; nothing outside does. */
function checkWith(node: Node, place: Place): ReadonlySet<string> {
  const map = (node.cte_map as { map?: { key: string; value: Json }[] } | undefined)?.map ?? [];
  if (map.length === 0) return place.names;
  const names = new Set(place.names);
  for (const { key, value } of map) {
    checkValue(value, { ...place, names: new Set(names) });
    names.add(key.toLowerCase());
  }
  return names;
}

function checkTableFunction(node: Node): void {
  const { function_name: name = '' } = node.function as { function_name?: string };
  if (TABLE_FUNCTIONS.has(name.toLowerCase())) return;
  throw refused(`the function ${name} may not be used as a table`);
}

function checkFunction(name: string): void {
  if (!isAllowedFunction(name)) throw refused(`the function ${name} is not available`);
}

function checkTable(node: Node, names: ReadonlySet<string>): void {
  const table = String(node.table_name);
  const schema = String(node.schema_name).toLowerCase();
  const name = table.toLowerCase();
  const catalog = String(node.catalog_name).toLowerCase();
  if (catalog === '' || catalog === 'memory') {
    if (schema === '' && names.has(name)) return;
    if ((schema === '' || schema === 'main') && TABLES.has(name)) return;
    if (schema === 'information_schema' && SCHEMA_VIEWS.has(name)) return;
  }
  if (PATH_LIKE.test(table)) throw refused(`files cannot be read: ${JSON.stringify(table)}`);
  throw new WeftError({
    code: 'UNKNOWN-TABLE',
    message: `there is no table ${JSON.stringify(table)}`,
    advice: `The tables are ${NAMES.join(', ')}.`,
  });
}
