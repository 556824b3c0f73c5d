const LONG_INTEGER = /[[,:]-?\d{16,}[,\]}]/;
const TEXT_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
const LONG = /^-?\d{16,}$/;

/** JSON whose integers of 16 digits and more become text, since numbers would lose digits. */
export function parseExactly(json: string): unknown {
  if (!LONG_INTEGER.test(json)) return JSON.parse(json);
  return JSON.parse(json.replace(TEXT_OR_NUMBER, (found) => (LONG.test(found) ? `"${found}"` : found)));
}
