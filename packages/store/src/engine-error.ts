import { type ErrorFacts, WeftError } from '@weft/model';
import { fileError, firstLine } from '@weft/parts';

/** Turns whatever the SQL engine or the file system threw into one clear error. */
export function engineError(error: unknown, facts: Partial<ErrorFacts> = {}): WeftError {
  if (error instanceof WeftError) return error;
  const known = classify(firstLine(error));
  return known ? new WeftError({ ...known, ...facts }, { cause: error }) : fileError(error, facts);
}

function classify(text: string): ErrorFacts | null {
  if (/^INTERRUPT/i.test(text)) return { code: 'CANCELLED', message: 'the work was cancelled' };
  if (/out of memory/i.test(text)) {
    return { code: 'OUT-OF-MEMORY', message: text, advice: 'Ask for fewer rows or columns.' };
  }
  return null;
}

/** For queries of the store's own: what fails in them is the data. */
export function damagedTable(error: unknown, folder: string, table?: string): WeftError {
  const known = engineError(error);
  if (known.code !== 'STORE') return known;
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

export function cancelled(): WeftError {
  return new WeftError({ code: 'CANCELLED', message: 'the work was cancelled' });
}
