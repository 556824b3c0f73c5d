import { type ErrorFacts, WeftError } from '@weft/model';
import { fileError, firstLine } from '@weft/parts';

/** Turns whatever the SQL engine or the file system threw into one clear error. */
export function engineError(error: unknown, facts: Partial<ErrorFacts> = {}): WeftError {
  if (error instanceof WeftError) return error;
  const known = classify(firstLine(error));
  return known ? new WeftError({ ...known, ...facts }, { cause: error }) : fileError(error, facts);
}

const OUT_OF_MEMORY = /out of memory|bad_?alloc|allocation fail|invalid (typed )?array (buffer )?length/i;
const OUT_OF_DISK = /failed to offload|max_temp_directory_size/i;
const SPILL_FULL = 'the query takes more memory and temporary files than it may';
const FEWER = 'Ask for fewer rows or columns, a shorter time range or smaller groups.';

const MEMORY_FULL: ErrorFacts = {
  code: 'OUT-OF-MEMORY',
  message: 'the query takes more memory than it may',
  advice: FEWER,
};

function classify(text: string): ErrorFacts | null {
  if (/^INTERRUPT/i.test(text)) return { code: 'CANCELLED', message: 'the work was cancelled' };
  if (OUT_OF_DISK.test(text)) return { code: 'OUT-OF-MEMORY', message: SPILL_FULL, advice: FEWER };
  return OUT_OF_MEMORY.test(text) ? MEMORY_FULL : null;
}

export function outOfMemory(): WeftError {
  return new WeftError(MEMORY_FULL);
}

/** What an engine says of a regular expression that it does not take. */
const BAD_PATTERN = /^Invalid Input Error: ((missing|invalid|no argument|unexpected|trailing|bad) .*)/i;

/** For queries of the store's own: what fails in them is the data, or a pattern of the one who asks. */
export function damagedTable(error: unknown, folder: string, table?: string): WeftError {
  const known = engineError(error);
  if (known.code !== 'STORE') return known;
  const pattern = BAD_PATTERN.exec(known.message);
  if (pattern) {
    const message = `the regular expression cannot be read: ${pattern[1]}`;
    return new WeftError({ code: 'BAD-QUERY', message }, { cause: error });
  }
  return new WeftError(
    {
      code: 'TABLE-DAMAGED',
      message: `${table ? `table ${table}` : 'a table'} cannot be read: ${known.message}`,
      file: folder,
      advice: 'Import or simulate the dataset again.',
    },
    { cause: known.cause ?? error },
  );
}

/** Whether the engine has failed at a query in such a way that it answers no other. */
export function isEngineLost(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (/^(INTERNAL|FATAL) Error/.test(at.message)) return true;
  }
  return false;
}

export function cancelled(): WeftError {
  return new WeftError({ code: 'CANCELLED', message: 'the work was cancelled' });
}
