import { WeftError } from '@weft/model';

export const DEFAULT_MAX_ROWS = 10_000_000;
export const DEFAULT_MAX_BYTES = 2 ** 30;

export function tooLarge(limit: number, what: 'rows' | 'columns'): WeftError {
  return new WeftError({
    code: 'RESULT-TOO-LARGE',
    message: `the result has more than ${limit.toLocaleString('en-US')} ${what}`,
    advice: what === 'rows' ? 'Add a LIMIT, a WHERE or a GROUP BY.' : 'Name the columns that matter.',
  });
}
