import { WeftError } from '@weft/model';
import { SqlFrameBuilder, type SqlKind } from '../sql-frame.ts';
import { DEFAULT_MAX_BYTES, DEFAULT_MAX_ROWS, tooLarge } from '../sql-limits.ts';
import { quoteName } from '../sql-text.ts';
import type { SqlFrame, SqlOptions } from '../store-api.ts';
import type { TrinoAddress } from './trino-address.ts';
import { askRows, type JsonValue, runStatement } from './trino-client.ts';

interface ReadTables {
  readonly inputTableColumnInfos?: readonly {
    readonly table: {
      readonly catalog: string;
      readonly schemaTable: { readonly schema: string; readonly table: string };
    };
  }[];
}

/** One SELECT over the tables of a schema and nothing else. */
export async function runTrinoSql(
  address: TrinoAddress,
  schema: string,
  text: string,
  options: SqlOptions,
): Promise<SqlFrame> {
  const { maxRows = DEFAULT_MAX_ROWS, maxBytes = DEFAULT_MAX_BYTES, signal } = options;
  const query = text.trim().replace(/;$/, '');
  await checkReading(address, schema, query, signal);
  let builder: SqlFrameBuilder | null = null;
  let types: readonly string[] = [];
  for await (const { columns, data = [] } of runStatement(address, query, { schema, signal })) {
    if (!builder && columns) {
      builder = new SqlFrameBuilder(
        columns.map(({ name }) => name),
        columns.map(({ type }) => kindOf(type)),
        maxBytes,
      );
      types = columns.map(({ type }) => type);
    }
    builder?.add(data.length, (index) => (row) => cellOf(data[row][index], types[index]));
    if (builder && builder.rows > maxRows) throw tooLarge(maxRows, 'rows');
  }
  return builder?.take() ?? { rows: 0, columns: {}, numbers: {} };
}

/** Columns and tables that Trino adds by itself; some tell where files are. */
const HIDDEN = /"[^"]*\$[^"]*"/;

/** Trino itself says whether the text is one query, and which tables it reads. */
async function checkReading(
  address: TrinoAddress,
  schema: string,
  query: string,
  signal?: AbortSignal,
): Promise<void> {
  const hidden = HIDDEN.exec(query);
  if (hidden) throw refused(`it reads ${hidden[0]}, which is the engine's and not the dataset's`);
  const sql = `EXPLAIN (TYPE IO, FORMAT JSON) SELECT * FROM (\n${query}\n)`;
  const [[plan]] = await askRows(address, sql, { schema, signal }).catch((error: unknown) => {
    throw notOneQuery(query) ? refused('only SELECT statements are run') : lineBefore(error);
  });
  const { inputTableColumnInfos: tables = [] }: ReadTables = JSON.parse(String(plan));
  for (const { table } of tables) {
    const { catalog, schemaTable } = table;
    if (catalog === address.catalog && schemaTable.schema === schema) continue;
    throw refused(
      `it reads ${quoteName(schemaTable.schema)}.${quoteName(schemaTable.table)}, which is not the dataset's`,
    );
  }
}

function notOneQuery(query: string): boolean {
  return !/^\s*(--.*\n\s*|\/\*[\s\S]*?\*\/\s*)*\(*\s*(select|with|values|table)\b/i.test(query);
}

/** Places of the checked text are a line too far. */
function lineBefore(error: unknown): unknown {
  if (!(error instanceof WeftError) || error.code !== 'SQL-ERROR') return error;
  const shifted = (_: string, line: string) => `line ${Number(line) - 1}`;
  const message = error.message.replace(/\bline (\d+)/g, shifted).replace(/^line \d+:\d+: /, '');
  return new WeftError({ code: error.code, message, advice: error.advice });
}

/** A double holds any decimal number of this many digits. */
const EXACT_DIGITS = 15;

function kindOf(type: string): SqlKind {
  if (/^(tinyint|smallint|integer)$/.test(type)) return 'small';
  const decimal = /^decimal\((\d+)/.exec(type);
  if (decimal && Number(decimal[1]) <= EXACT_DIGITS) return 'double';
  if (type === 'bigint' || /^decimal\(\d+,\s*0\)$/.test(type)) return 'large';
  if (type === 'double' || type === 'real') return 'double';
  return type === 'array(integer)' ? 'list' : 'text';
}

/** Digits of integers that no number of JSON holds, which came as text. */
const QUOTED_DIGITS = /"(-?\d{16,})"/g;

/** Values that are neither numbers nor text nor lists of integers are shown as JSON. */
function cellOf(value: JsonValue, type: string): unknown {
  if (typeof value !== 'object' || value === null || kindOf(type) === 'list') return value;
  const json = JSON.stringify(value);
  return /char|json|binary/.test(type) ? json : json.replace(QUOTED_DIGITS, '$1');
}

function refused(reason: string): WeftError {
  return new WeftError({
    code: 'SQL-REFUSED',
    message: `this SQL is not run: ${reason}`,
    advice: "Use one SELECT over the dataset's tables.",
  });
}
