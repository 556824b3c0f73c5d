import { WeftError } from '@weft/model';

/** An answer that page and server understand differently. */
export function badAnswer(why: string): WeftError {
  return new WeftError({
    code: 'BAD-ANSWER',
    message: `the server's answer cannot be read: ${why}`,
    advice: 'Page and server may be of different versions: restart the server and reload.',
  });
}
