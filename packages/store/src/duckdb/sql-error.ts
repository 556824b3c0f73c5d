import { WeftError } from '@weft/model';
import { firstLine } from '@weft/parts';
import { damagedTable, engineError, isEngineLost } from '../engine-error.ts';

/** Kinds of failure that no query text causes. */
const DATA_FAULT =
  /^(IO|Invalid|TProtocol|Serialization|Corruption)( Error|Exception)|parquet|bitpacked data/i;

export const TOO_DEEP = 'it is nested too deeply';

/** Whether the engine says so, with advice that only its owner can follow. */
export function isTooDeep(text: string): boolean {
  return /Max expression depth limit|memory exhausted at or near/.test(text);
}

export function refused(reason: string): WeftError {
  return new WeftError({
    code: 'SQL-REFUSED',
    message: `this SQL is not run: ${reason}`,
    advice: "Use one SELECT over the dataset's tables.",
  });
}

/** One line with the place, from the engine's message of many. */
export function sqlError(error: unknown, folder: string): WeftError {
  if (error instanceof WeftError) return error;
  const known = engineError(error);
  if (known.code !== 'STORE') return known;
  const text = firstLine(error);
  if (/^Permission Error/.test(text) || /disabled by configuration/.test(text)) return refused(text);
  if (isTooDeep(text)) return refused(TOO_DEEP);
  if (isEngineLost(error)) return engineLost(error);
  if (DATA_FAULT.test(text)) return damagedTable(error, folder);
  const message = text.replace(/^Failed to extract statements: /, '').replace(/^(\w+ )+Error: /, '');
  return new WeftError({ code: 'SQL-ERROR', message: `${message}${place(error)}` }, { cause: error });
}

function engineLost(error: unknown): WeftError {
  const facts = {
    code: 'ENGINE-FAILED',
    message: `the engine failed at this query: ${firstLine(error).replace(/^\w+ Error: /, '')}`,
    advice: 'Ask in another way. Where every query of a table fails, import or simulate the dataset again.',
  };
  return new WeftError(facts, { cause: error });
}

/** The engine draws `LINE 2: select x` and a caret below; long lines are cut with dots. */
function place(error: unknown): string {
  const drawn = /^LINE (\d+): (.*)\n( *)\^/m.exec(error instanceof Error ? error.message : '');
  if (!drawn) return '';
  const column = drawn[3].length - `LINE ${drawn[1]}: `.length + 1;
  return drawn[2].startsWith('...') ? ` at line ${drawn[1]}` : ` at line ${drawn[1]}, column ${column}`;
}
