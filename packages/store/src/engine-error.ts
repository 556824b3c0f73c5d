import { type ErrorFacts, WeftError } from '@weft/model';

/** Turns whatever the SQL engine or the file system threw into one clear error. */
export function engineError(error: unknown, facts: Partial<ErrorFacts> = {}): WeftError {
  if (error instanceof WeftError) return error;
  const text = firstLine(error);
  return new WeftError({ ...classify(text), ...facts }, { cause: error });
}

function classify(text: string): ErrorFacts {
  if (/no space left|ENOSPC|disk quota|EDQUOT|file too large|EFBIG/i.test(text)) {
    return {
      code: 'DISK-FULL',
      message: `the disk is full: ${text}`,
      advice: 'Nothing was kept. Free some space or write elsewhere.',
    };
  }
  if (/^INTERRUPT/i.test(text)) return { code: 'CANCELLED', message: 'the work was cancelled' };
  if (/out of memory/i.test(text)) {
    return { code: 'OUT-OF-MEMORY', message: text, advice: 'Ask for fewer rows or columns.' };
  }
  return { code: 'STORE', message: text };
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

export function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n')[0].trim();
}

export function cancelled(): WeftError {
  return new WeftError({ code: 'CANCELLED', message: 'the work was cancelled' });
}
