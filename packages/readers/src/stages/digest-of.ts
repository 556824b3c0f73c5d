import { createHash } from 'node:crypto';

/** Parts of text that go into the hash together. */
const TOGETHER = 4096;

/**
 * A digest of plain data with typed arrays: equal data have equal digests, which bytes of `serialize` need not have. What
 * several values refer to is gone through once.
 */
export function digestOf(value: unknown): string {
  const hash = createHash('sha256');
  const seen = new Map<object, number>();
  let texts: string[] = [];
  const flush = () => {
    hash.update(texts.join('\n'));
    texts = [];
  };
  const walk = (part: unknown): void => {
    if (texts.length >= TOGETHER) flush();
    if (typeof part !== 'object' || part === null) {
      texts.push(typeof part === 'string' ? JSON.stringify(part) : String(part));
      return;
    }
    const before = seen.get(part);
    texts.push(before === undefined ? part.constructor.name : `#${before}`);
    if (before !== undefined) return;
    seen.set(part, seen.size);
    if (ArrayBuffer.isView(part)) {
      flush();
      hash.update(new Uint8Array(part.buffer, part.byteOffset, part.byteLength));
    } else {
      const entries = part instanceof Map || part instanceof Set ? [...part] : Object.entries(part);
      texts.push(String(entries.length));
      for (const entry of entries.flat(1)) walk(entry);
    }
  };
  walk(value);
  flush();
  return hash.digest('hex');
}
