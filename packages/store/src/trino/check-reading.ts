import { WeftError } from '@weft/model';
import { quoteName } from '../sql-text.ts';
import type { TrinoAddress } from './trino-address.ts';
import { askRows } from './trino-client.ts';

interface ReadTables {
  readonly inputTableColumnInfos?: readonly {
    readonly table: {
      readonly catalog: string;
      readonly schemaTable: { readonly schema: string; readonly table: string };
    };
  }[];
}

/** Where a text runs. */
interface Place {
  readonly schema: string;
  readonly signal?: AbortSignal;
}

/**
 * Trino itself says whether a text is one query, and which tables it reads. Inside another query nothing else passes, but what it
 * is put in order by is left out there; as it stands nothing is.
 */
export async function checkReading(address: TrinoAddress, query: string, place: Place): Promise<void> {
  refuseByWords(query);
  const explained = async (text: string): Promise<ReadTables> => {
    const [[plan]] = await askRows(address, `EXPLAIN (TYPE IO, FORMAT JSON) ${text}`, place);
    return JSON.parse(String(plan));
  };
  const asItStands = await explained(`\n${query}`).catch((error: unknown) => {
    throw lineBefore(error);
  });
  const inside = await explained(`SELECT * FROM (\n${query}\n)`).catch((error: unknown) => {
    throw isSqlError(error) ? refused(ONLY_SELECT) : error;
  });
  const plans = [asItStands, inside];
  for (const { inputTableColumnInfos: tables = [] } of plans) {
    for (const { table } of tables) {
      const { catalog, schemaTable } = table;
      if (catalog === address.catalog && schemaTable.schema === place.schema) continue;
      throw refused(
        `it reads ${quoteName(schemaTable.schema)}.${quoteName(schemaTable.table)}, which is not the dataset's`,
      );
    }
  }
}

/** Texts, names in quotes and comments, as Trino tells them apart. */
const QUOTED = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\r\n]*|\/\*[\s\S]*?\*\//g;
/** The time of day is put in while a query is planned: tables may be left out of the check and read a moment later. */
const CLOCK = /\bnow(?=\s*\()|\b(current_(date|time|timestamp)|localtime(stamp)?)\b/i;

const ONLY_SELECT = 'only SELECT statements are run';

function refuseByWords(query: string): void {
  const words = query.replace(QUOTED, ' ');
  if (!/^[\s(]*(select|with|values|table)\b/i.test(words)) throw refused(ONLY_SELECT);
  const names = (query.match(QUOTED) ?? []).filter((token) => token.startsWith('"'));
  const hidden = names.find((name) => name.includes('$'));
  // Columns and tables that Trino adds by itself; some tell where files are.
  if (hidden) throw refused(`it reads ${hidden}, which is the engine's and not the dataset's`);
  const clock = CLOCK.exec(words)?.[0] ?? names.find((name) => /^"now"$/i.test(name));
  if (clock)
    throw refused(`it asks for the time of day (${clock}), by which it could read what no check has seen`);
}

function isSqlError(error: unknown): boolean {
  return error instanceof WeftError && error.code === 'SQL-ERROR';
}

/** Places of the checked text are a line too far. */
function lineBefore(error: unknown): unknown {
  if (!(error instanceof WeftError && isSqlError(error))) return error;
  const shifted = (_: string, line: string) => `line ${Number(line) - 1}`;
  const message = error.message.replace(/\bline (\d+)/g, shifted).replace(/^line \d+:\d+: /, '');
  return new WeftError({ code: error.code, message, advice: error.advice });
}

function refused(reason: string): WeftError {
  return new WeftError({
    code: 'SQL-REFUSED',
    message: `this SQL is not run: ${reason}`,
    advice: "Use one SELECT over the dataset's tables.",
  });
}
