import { SqlFrameBuilder, type SqlKind } from '../sql-frame.ts';
import { DEFAULT_MAX_BYTES, DEFAULT_MAX_ROWS, tooLarge } from '../sql-limits.ts';
import type { SqlFrame, SqlOptions } from '../store-api.ts';
import { checkReading } from './check-reading.ts';
import type { TrinoAddress } from './trino-address.ts';
import { type JsonValue, runStatement } from './trino-client.ts';

/** One SELECT over the tables of a schema and nothing else. */
export async function runTrinoSql(
  address: TrinoAddress,
  schema: string,
  text: string,
  options: SqlOptions,
): Promise<SqlFrame> {
  const { maxRows = DEFAULT_MAX_ROWS, maxBytes = DEFAULT_MAX_BYTES, signal } = options;
  const query = text.trim().replace(/;$/, '');
  await checkReading(address, query, { schema, signal });
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

/** A double holds any decimal number of this many digits. */
const EXACT_DIGITS = 15;

function kindOf(type: string): SqlKind {
  // A column of NULL alone is of no type.
  if (/^(tinyint|smallint|integer|unknown)$/.test(type)) return 'small';
  const decimal = /^decimal\((\d+)/.exec(type);
  if (decimal && Number(decimal[1]) <= EXACT_DIGITS) return 'double';
  if (type === 'bigint' || /^decimal\(\d+,\s*0\)$/.test(type)) return 'large';
  if (type === 'double' || type === 'real') return 'double';
  return type === 'array(integer)' ? 'list' : 'text';
}

/** Digits of integers that no number of JSON holds, which came as text. */
const QUOTED_DIGITS = /"(-?\d{16,})"/g;

/** Lists are written as the engine of this machine writes them; what is neither number nor text nor list is shown as JSON. */
function cellOf(value: JsonValue, type: string): unknown {
  if (type === 'real') return value === null ? null : Math.fround(Number(value));
  if (typeof value !== 'object' || value === null || kindOf(type) === 'list') return value;
  return writtenValue(value, type);
}

function writtenValue(value: JsonValue, type: string): string {
  if (value === null) return 'NULL';
  const item = /^array\((.*)\)$/.exec(type)?.[1];
  if (item && Array.isArray(value)) return `[${value.map((one) => writtenValue(one, item)).join(', ')}]`;
  if (typeof value === 'object') {
    const json = JSON.stringify(value);
    return /char|json|binary/.test(type) ? json : json.replace(QUOTED_DIGITS, '$1');
  }
  if (/^(char|varchar|json)/.test(type)) return `'${String(value).replaceAll("'", "''")}'`;
  return String(type === 'real' ? Math.fround(Number(value)) : value);
}
