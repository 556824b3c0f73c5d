/** Bytes one after the other; one part alone stays where it is. */
export function joinBytes<B extends Uint8Array>(parts: readonly B[]): B | Uint8Array<ArrayBuffer> {
  if (parts.length === 1) return parts[0];
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
