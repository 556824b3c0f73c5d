import { type ErrorFacts, WeftError } from '@weft/model';

/** Turns whatever the file system threw into one clear error. */
export function fileError(error: unknown, facts: Partial<ErrorFacts> = {}): WeftError {
  if (error instanceof WeftError) return error;
  return new WeftError({ ...classify(firstLine(error)), ...facts }, { cause: error });
}

function classify(text: string): ErrorFacts {
  if (!/no space left|ENOSPC|disk quota|EDQUOT|file too large|EFBIG/i.test(text)) {
    return { code: 'STORE', message: text };
  }
  return {
    code: 'DISK-FULL',
    message: `the disk is full: ${text}`,
    advice: 'Nothing was kept. Free some space or write elsewhere.',
  };
}

export function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n')[0].trim();
}
