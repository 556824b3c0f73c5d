/** Values by key within a budget of bytes; the least recently used go first. */
interface LruCache<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
}

export function createLruCache<T>(maxBytes: number, bytesOf: (value: T) => number): LruCache<T> {
  const entries = new Map<string, { value: T; bytes: number }>();
  let total = 0;
  return {
    get: (key) => {
      const entry = entries.get(key);
      if (!entry) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set: (key, value) => {
      const bytes = bytesOf(value);
      if (bytes > maxBytes || entries.has(key)) return;
      entries.set(key, { value, bytes });
      total += bytes;
      for (const [oldest, entry] of entries) {
        if (total <= maxBytes) break;
        entries.delete(oldest);
        total -= entry.bytes;
      }
    },
  };
}
