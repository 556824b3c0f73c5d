/** Bytes held by the typed arrays of a result; text counts two bytes a character. */
export function measureBytes(value: unknown): number {
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value === 'string') return 2 * value.length;
  if (typeof value !== 'object' || value === null) return 8;
  let bytes = 0;
  for (const part of Object.values(value)) bytes += measureBytes(part);
  return bytes;
}
