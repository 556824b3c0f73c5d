/** Values by key within a budget of bytes; the least recently used go first, and those that nobody asks for any more. */
interface LruCache<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
}

interface Entry<T> {
  readonly value: T;
  readonly bytes: number;
  /** When it was last asked for, in milliseconds. */
  readonly used: number;
}

/** Milliseconds for which a value is kept after it was last asked for. */
const KEPT = 60_000;

export function createLruCache<T>(maxBytes: number, bytesOf: (value: T) => number): LruCache<T> {
  /** The least recently used first. */
  const entries = new Map<string, Entry<T>>();
  let total = 0;
  const drop = (isTooMuch: (entry: Entry<T>) => boolean): void => {
    for (const [key, entry] of entries) {
      if (!isTooMuch(entry)) return;
      entries.delete(key);
      total -= entry.bytes;
    }
  };
  const dropOld = (now: number): void => drop(({ used }) => now - used > KEPT);
  return {
    get: (key) => {
      const now = performance.now();
      dropOld(now);
      const entry = entries.get(key);
      if (!entry) return undefined;
      entries.delete(key);
      entries.set(key, { ...entry, used: now });
      return entry.value;
    },
    set: (key, value) => {
      const now = performance.now();
      dropOld(now);
      const bytes = bytesOf(value);
      if (bytes > maxBytes || entries.has(key)) return;
      entries.set(key, { value, bytes, used: now });
      total += bytes;
      drop(() => total > maxBytes);
    },
  };
}
