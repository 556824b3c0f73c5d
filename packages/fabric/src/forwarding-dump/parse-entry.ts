import { NO_ROUTE } from '../facts/route-facts.ts';

/** No entry looks like this: LIDs have 16 bits. */
export const BAD_ENTRY = -1;

const ZERO = 48;
const NINE = 57;
const SPACE = 32;
const COLON = 58;
const LETTER_U = 85;

/**
 * `0x0001 003 # ...`, `0x0001 003 : (...)`, `0x0001 : 003  : 05 : yes`, `0x0001 : UNREACHABLE`: the LID times 256 plus the
 * out port, or BAD_ENTRY.
 */
export function parseEntry(bytes: Uint8Array, from: number, to: number): number {
  let at = from + 2;
  let lid = 0;
  let digits = 0;
  for (let digit = hexDigit(bytes[at]); at < to && digit >= 0; digit = hexDigit(bytes[++at])) {
    lid = lid * 16 + digit;
    digits++;
  }
  if (digits === 0 || digits > 4) return BAD_ENTRY;
  while (at < to && (bytes[at] === SPACE || bytes[at] === COLON)) at++;
  if (bytes[at] === LETTER_U && at < to) return lid * 256 + NO_ROUTE;
  let port = 0;
  const first = at;
  for (; at < to && bytes[at] >= ZERO && bytes[at] <= NINE; at++) port = port * 10 + bytes[at] - ZERO;
  return at - first === 3 && port <= 255 ? lid * 256 + port : BAD_ENTRY;
}

function hexDigit(byte: number): number {
  if (byte >= ZERO && byte <= NINE) return byte - ZERO;
  const letter = byte | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}
